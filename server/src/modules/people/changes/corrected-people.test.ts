import { correctAppointment, createAppointment, getAppointment } from '@samay/contract/bookings/appointments';
import { getMoney, refundAdvance, takeAdvance, takePayment } from '@samay/contract/bookings/money';
import { getPatient, listPatients } from '@samay/contract/people/patients';
import { lookUpPeople, mergePeople, undoMerge } from '@samay/contract/people/people';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/fixtures/app.ts';
import { buildTenant, type BuiltTenant, signInAs } from '../../../../test/fixtures/builders.ts';
import type { Client } from '../../../../test/fixtures/client.ts';
import { newAppointment } from '../../../../test/fixtures/samples.ts';
import { asPlatform } from '../../../db/tenant.ts';

// Corrects the only booking of a person, who keeps money, papers and facts, and ends their merges.

let app: TestApp;
let clinic: BuiltTenant;
let owner: Client;
let desk: Client;
beforeAll(async () => {
  app = await testApp();
});
beforeEach(async () => {
  clinic = await buildTenant(app, { plan: 'enterprise' });
  owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
  desk = await signInAs(app, clinic, 'EMPLOYEE');
});
afterAll(() => app.close());

const phone = '98200 11223';
const book = async (personName: string, about: object = {}) =>
  (
    await desk.call(createAppointment, {
      body: { ...newAppointment, personName, personContact: phone, ...about },
    })
  ).body.id;
const correct = async (id: string, body: object) => desk.call(correctAppointment, { params: { id }, body });
const getPerson = async (id: string) =>
  (await owner.call(getAppointment, { params: { id } })).body.patientId ?? '';
const page = async (id: string) => (await owner.call(getPatient, { params: { id } })).body;
const list = async (search?: string) =>
  (await owner.call(listPatients, { query: { ...(search !== undefined && { search }) } })).body.items;
const merge = async (id: string, otherId: string) =>
  owner.call(mergePeople, { params: { id }, body: { otherId } });
const takeInAdvance = async (id: string, amount: number) =>
  desk.call(takeAdvance, { params: { id }, body: { amount, method: 'Cash' } });
const advanceOf = async (id: string) => (await desk.call(getMoney, { params: { id } })).body.advance;

describe('an advance of a person whose only booking is corrected', () => {
  it.each([
    ['a name', {}, { personName: 'Sunita Patil' }],
    ['the order of words', {}, { personName: 'Patel Sunita' }],
    ['an initial', {}, { personName: 'Sunita K.' }],
    ['a number', {}, { personContact: '98300 44556' }],
    ['a second number put first', {}, { personContact: '98300 44556, 98200 11223' }],
    ['a number for an email alone', { personContact: null }, { personContact: phone }],
    ['an email for a number', {}, { personContact: null, personEmail: 'sunita@patel.example' }],
    ['another email', { personContact: null }, { personEmail: 'sunita@patel.example' }],
  ])('stays theirs after %s [P-7.43]', async (_, about, body) => {
    const id = await book('Sunita Patel', about);
    const before = await getPerson(id);
    await takeInAdvance(id, 5_000_00);
    expect((await correct(id, body)).status).toBe(200);
    expect(await advanceOf(id)).toBe(5_000_00);
    expect(await list()).toMatchObject([{ id: before, bookings: 1 }]);
    expect(await page(before)).toMatchObject({ advance: 5_000_00, merges: [] });
    const given = await owner.call(refundAdvance, {
      params: { id },
      body: { amount: 5_000_00, method: 'Cash', reason: 'Moved away' },
    });
    expect(given.body).toEqual({ advance: 0 });
  });

  it('goes with them to a person who is known already, who spends it, and can be taken apart again [P-7.43]', async () => {
    const known = await book('Sunita Patil');
    const wrong = await book('Sunita Patel', { time: '12:30' });
    const [patil, patel] = [await getPerson(known), await getPerson(wrong)];
    await takeInAdvance(wrong, 5_000_00);
    expect((await correct(wrong, { personName: 'Sunita Patil' })).body.endedMerges).toBeUndefined();
    expect(await page(patil)).toMatchObject({ bookings: 2, advance: 5_000_00, merges: [{ id: patel }] });
    expect(await page(patel)).toMatchObject({ id: patil });
    for (const search of ['Patel', 'Patil'])
      expect((await list(search)).map(({ id }) => id)).toEqual([patil]);
    expect(await audited()).toEqual([{ action: 'people.merged', object: patil, detail: { other: patel } }]);
    await desk.call(takePayment, {
      params: { id: known },
      body: { amount: 1_000_00, method: 'Advance', amountBefore: 500_00 },
    });
    expect((await page(patil)).advance).toBe(4_000_00);
    await owner.call(undoMerge, { params: { id: patil, mergeId: patel } });
    expect(await page(patel)).toMatchObject({ name: 'Sunita Patel', bookings: 0, advance: 4_000_00 });
    expect((await list()).map(({ name }) => name)).toEqual(['Sunita Patil', 'Sunita Patel']);
    expect((await desk.call(lookUpPeople, { query: { search: 'Patel' } })).body.items).toMatchObject([
      { id: patel, lastVisit: null, nextVisit: null },
    ]);
    expect((await page(patil)).household).toMatchObject([{ id: patel, isAlike: false }]);
    expect((await merge(patil, patel)).body).toMatchObject({ advance: 4_000_00 });
  });

  it('belongs to the person that the known one is shown with, also after a merge with them [P-7.43]', async () => {
    const [root, known, wrong] = [
      await book('Meera Joshi'),
      await book('Mira Joshi', { time: '12:30' }),
      await book('Mera Joshi', { time: '13:00' }),
    ];
    const [meera, mira, mera] = [await getPerson(root), await getPerson(known), await getPerson(wrong)];
    await takeInAdvance(wrong, 700_00);
    await merge(meera, mira);
    await correct(wrong, { personName: 'Mira Joshi' });
    expect(await page(meera)).toMatchObject({ bookings: 3, advance: 700_00 });
    expect((await page(meera)).merges.map(({ id }) => id).toSorted()).toEqual([mira, mera].toSorted());
    const own = await book('Meera J', { time: '13:30' });
    const short = await getPerson(own);
    await takeInAdvance(own, 300_00);
    await merge(meera, short);
    expect((await correct(own, { personName: 'Meera Joshi' })).body.endedMerges).toBeUndefined();
    expect(await page(short)).toMatchObject({ id: meera, bookings: 4, advance: 1_000_00 });
  });

  it('brings the guardian the money, and none of the child’s facts [P-7.42, P-7.43]', async () => {
    const child = { born: '2020', sex: 'female', guardian: 'Sunita Patil' };
    const alone = await book('Asha Patil', child);
    await takeInAdvance(alone, 500_00);
    await correct(alone, { personName: 'Sunita Patil' });
    expect(await page(await getPerson(alone))).toMatchObject({ born: null, guardian: null, advance: 500_00 });
    const other = await book('Asha Patil', { ...child, time: '12:30' });
    await takeInAdvance(other, 200_00);
    await correct(other, { personName: 'Sunita Patil' });
    expect(await page(await getPerson(other))).toMatchObject({ born: null, guardian: null, advance: 700_00 });
  });

  it('stays with a person who has another booking [P-7.43]', async () => {
    const [id, other] = [await book('Sunita Patel'), await book('Sunita Patel', { time: '12:30' })];
    await takeInAdvance(id, 500_00);
    await correct(id, { personName: 'Asha Rao' });
    expect([await advanceOf(id), await advanceOf(other)]).toEqual([0, 500_00]);
  });
});

describe('a merge with a person whose only booking is corrected', () => {
  it('ends, and the correction says so [P-7.44]', async () => {
    const [first, second] = [await book('Mera Joshi'), await book('Mira Joshi', { time: '12:30' })];
    const [mera, mira] = [await getPerson(first), await getPerson(second)];
    await takeInAdvance(first, 500_00);
    await merge(mera, mira);
    expect((await correct(first, { personName: 'Meera Joshi' })).body.endedMerges).toBe(true);
    expect(await page(mera)).toMatchObject({ name: 'Meera Joshi', bookings: 1, advance: 500_00, merges: [] });
    expect(await page(mira)).toMatchObject({ name: 'Mira Joshi', bookings: 1, advance: 0 });
    expect((await audited()).filter(({ action }) => action === 'people.merge_undone')).toEqual([
      { action: 'people.merge_undone', object: mera, detail: { other: mira } },
    ]);
    // The other way round, and with a person who is known already.
    await merge(mira, mera);
    expect((await correct(first, { personName: 'Meera J' })).body.endedMerges).toBe(true);
    await merge(mera, mira);
    const known = await getPerson(await book('Meera Rao', { time: '13:00' }));
    expect((await correct(first, { personName: 'Meera Rao' })).body.endedMerges).toBe(true);
    expect((await page(known)).merges.map(({ id }) => id)).toEqual([mera]);
    expect(await page(mira)).toMatchObject({ bookings: 1, merges: [] });
    expect((await correct(first, { amount: 100_00 })).body.endedMerges).toBeUndefined();
  });
});

async function audited() {
  const { rows } = await asPlatform(app, (tx) =>
    sql<{ action: string; object: string; detail: object }>`select action, object, detail from audit_log
      where tenant_id = ${clinic.id} and action like 'people.%' order by at, id`.execute(tx),
  );
  return rows;
}
