import { createAppointment, getAppointment } from '@samay/contract/bookings/appointments';
import { mergePeople } from '@samay/contract/people/people';
import { changePersonNotices, getPersonNotices } from '@samay/contract/reach/notices';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { testApp, type TestApp, testNow } from '../../../../test/fixtures/app.ts';
import {
  buildAppointment,
  buildAppointments,
  buildTenant,
  type BuiltTenant,
  signInAs,
} from '../../../../test/fixtures/builders.ts';
import type { Client } from '../../../../test/fixtures/client.ts';
import { newAppointment } from '../../../../test/fixtures/samples.ts';
import { asPlatform } from '../../../db/tenant.ts';

let app: TestApp;
let clinic: BuiltTenant;
let owner: Client;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());
beforeEach(() => fresh('enterprise'));

async function fresh(plan: string): Promise<void> {
  clinic = await buildTenant(app, { plan });
  owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
}
const personOf = async (booking: string, client = owner) =>
  (await client.call(getAppointment, { params: { id: booking } })).body.patientId ?? '';
const shownOf = async (id: string, client = owner) =>
  (await client.call(getPersonNotices, { params: { id } })).body;
const want = async (id: string, areWanted: boolean) =>
  (await owner.call(changePersonNotices, { params: { id }, body: { areWanted } })).body;
const kept = async () =>
  (
    await asPlatform(app, (tx) =>
      tx.selectFrom('opt_outs').select(['address', 'wording']).where('tenant_id', '=', clinic.id).execute(),
    )
  ).map(({ address, wording }) => `${address}: ${wording}`);

/** Keeps a notice about a booking, sent at a minute of the hour. */
async function buildNotice(booking: string, minute: number, reason: string | null = null): Promise<void> {
  const at = new Date(Date.parse(testNow) + minute * 60_000);
  await asPlatform(app, (tx) =>
    tx
      .insertInto('notices')
      .values({
        tenant_id: clinic.id,
        appointment_id: booking,
        kind: 'reminder',
        channel: 'mail',
        language: 'en',
        lead_min: 1440,
        starts_at: at,
        address_hash: '',
        effect_id: booking,
        state: reason === null ? 'sent' : 'failed',
        reason,
        created_at: at,
        settled_at: at,
      })
      .execute(),
  );
}

it('has the five latest notices about a person`s bookings, those of a merged one too [P-12.62]', async () => {
  const [first, second, other, stranger] = await Promise.all(
    [
      { personName: 'Meera Joshi', date: '2026-11-10' },
      { personName: 'Meera Joshi', date: '2026-11-24' },
      { personName: 'Mira Joshi', date: '2026-11-11' },
      { personName: 'Asha Rao', contact: '98200 99999' },
    ].map((about) => buildAppointment(app, clinic, { contact: '98200 11223', ...about })),
  );
  const id = await personOf(first ?? '');
  expect(await shownOf(id)).toEqual({ notices: [], replies: [], isReachable: true, optedOutAt: null });
  for (const [minute, booking] of [first, second, first, second, stranger].entries())
    await buildNotice(booking ?? '', minute, minute === 2 ? 'it could not leave in time' : null);
  const noticed = async () => (await shownOf(id)).notices.map((notice) => notice.appointmentId);
  expect(await noticed()).toEqual([second, first, second, first]);
  expect((await shownOf(id)).notices[1]).toMatchObject({
    state: 'failed',
    reason: 'it could not leave in time',
  });
  const body = { otherId: await personOf(other ?? '') };
  for (const minute of [5, 6]) await buildNotice(other ?? '', minute);
  await owner.call(mergePeople, { params: { id }, body });
  expect(await noticed()).toEqual([other, other, second, first, second]);
  expect((await shownOf(body.otherId)).notices).toEqual((await shownOf(id)).notices);
  const stranger2 = await signInAs(app, await buildTenant(app), 'BUSINESS_OWNER');
  const hidden = await stranger2.send(getPersonNotices, { params: { id } });
  expect(hidden.status).toBe(404);
});

it('has none about bookings that the plan hides, nor of a person who is hidden [P-12.62, P-7.17]', async () => {
  await fresh('basic');
  const about = { personName: 'Shown', contact: '98200 00001' };
  const many = Array.from({ length: 25 }, () => ({ ...about, date: '2026-11-25' }));
  const [shown = ''] = await buildAppointments(app, clinic, many);
  const hidden = await buildAppointment(app, clinic, { ...about, date: '2026-11-24' });
  const alone = await buildAppointment(app, clinic, { contact: '98200 00002', date: '2026-11-24' });
  for (const [minute, booking] of [shown, hidden, alone].entries()) await buildNotice(booking, minute);
  const people = await asPlatform(app, (tx) =>
    tx.selectFrom('appointments').select(['id', 'patient_id']).where('tenant_id', '=', clinic.id).execute(),
  );
  const idOf = (booking: string) => people.find(({ id }) => id === booking)?.patient_id ?? '';
  expect((await shownOf(idOf(shown))).notices.map((notice) => notice.appointmentId)).toEqual([shown]);
  for (const areWanted of [true, false]) {
    const params = { id: idOf(alone) };
    expect((await owner.send(changePersonNotices, { params, body: { areWanted } })).status).toBe(404);
    expect((await owner.send(getPersonNotices, { params })).status).toBe(404);
  }
});

it('keeps what a person says at the desk, by each email and number of theirs, and takes it back [P-12.63]', async () => {
  const book = async (about: object) =>
    (
      await owner.call(createAppointment, {
        body: { ...newAppointment, amount: null, paymentMethod: null, paymentId: null, ...about },
      })
    ).body.id;
  const person = { personName: 'Meera Joshi', personContact: '+91 98200 11223' };
  const first = await book({ ...person, personEmail: 'Meera@Old.example', date: '2026-11-25' });
  await book({ ...person, personEmail: 'meera@new.example', date: '2026-11-26' });
  const id = await personOf(first);
  expect(await want(id, false)).toMatchObject({ isReachable: true, optedOutAt: testNow });
  expect((await want(id, false)).optedOutAt).toBe(testNow);
  const said = 'Said at the desk';
  expect((await kept()).toSorted()).toEqual([
    `9820011223: ${said}`,
    `meera@new.example: ${said}`,
    `meera@old.example: ${said}`,
  ]);
  expect((await want(id, true)).optedOutAt).toBeNull();
  expect((await want(id, true)).optedOutAt).toBeNull();
  expect(await kept()).toEqual([]);
  const acts = await asPlatform(app, (tx) =>
    tx
      .selectFrom('audit_log')
      .select(['action', 'detail'])
      .where('tenant_id', '=', clinic.id)
      .where('object', '=', id)
      .where('action', 'like', 'people.notices%')
      .orderBy('at')
      .execute(),
  );
  expect(acts.map(({ action, detail }) => [action, detail])).toEqual([
    ['people.notices_ended', {}],
    ['people.notices_allowed', {}],
  ]);
});

it('is changed by who may correct the person alone [P-12.63]', async () => {
  const id = await personOf(await buildAppointment(app, clinic, { contact: '98200 11223' }));
  const change = async (client: Client) =>
    (await client.send(changePersonNotices, { params: { id }, body: { areWanted: false } })).status;
  const other = await signInAs(app, await buildTenant(app), 'BUSINESS_OWNER');
  expect([await change(owner), await change(other)]).toEqual([200, 404]);
  // No email and no number that can be compared: there is nothing to keep.
  const unknown = await buildAppointment(app, clinic, { personName: 'Walk In', contact: 'by her son' });
  await asPlatform(app, async (tx) => {
    await tx.updateTable('appointments').set({ person_email: null }).where('id', '=', unknown).execute();
    await tx.updateTable('patients').set({ email: '' }).where('name', '=', 'Walk In').execute();
  });
  const nobody = await personOf(unknown);
  expect(await want(nobody, false)).toEqual({
    notices: [],
    replies: [],
    isReachable: false,
    optedOutAt: null,
  });
});
