import { randomUUID } from 'node:crypto';
import { correctAppointment, getAppointment } from '@samay/contract/bookings/appointments';
import { mergePeople, undoMerge } from '@samay/contract/people/people';
import * as contract from '@samay/contract/bookings/whatsapp-messages';
import { defaultWords } from '@samay/contract/bookings/whatsapp-messages/compose';
import { changeBusinessDetails } from '@samay/contract/tenancy/business-details';
import { changeUpi } from '@samay/contract/tenancy/upi';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testApp, type TestApp, testNow } from '../../../../test/fixtures/app.ts';
import {
  buildAppointment,
  buildTenant,
  type BuiltTenant,
  signInAs,
} from '../../../../test/fixtures/builders.ts';
import type { Client } from '../../../../test/fixtures/client.ts';
import { readAudit } from '../../../../test/fixtures/rows.ts';
import { asPlatform } from '../../../db/tenant.ts';

const mobile = '+91 98200 11223';

let app: TestApp;
let clinic: BuiltTenant;
let desk: Client;
let owner: Client;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  app.setNow(testNow);
  clinic = await buildTenant(app, { plan: 'enterprise' });
  owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
  desk = await signInAs(app, clinic);
});

const build = async (about: object = {}) => buildAppointment(app, clinic, { contact: mobile, ...about });
const offer = async (id: string, client = desk) =>
  (await client.call(contract.getWhatsAppOffer, { params: { id } })).body;
const tell = async (
  id: string,
  body: { kind: contract.WhatsAppMessage['kind']; language?: 'en' | 'hi' | 'mr' },
  client = desk,
) => client.call(contract.addWhatsAppMessage, { params: { id }, body });
const textIn = (link: string) => new URL(link).searchParams.get('text') ?? '';
const told = async (id: string, client = desk) =>
  (await client.call(getAppointment, { params: { id } })).body.whatsAppMessages;
const undo = async (id: string, whatsAppMessageId: string, client = desk) =>
  client.call(contract.undoWhatsAppMessage, { params: { id, whatsAppMessageId } });

describe('the kinds that are offered', () => {
  it.each<[object, contract.WhatsAppMessage['kind'][]]>([
    [{}, ['booked', 'moved', 'reminder']],
    [{ date: '2026-11-20' }, []],
    // It is 10:00 in India.
    [{ date: '2026-11-21', time: '10:05' }, ['booked', 'moved', 'reminder']],
    [{ date: '2026-11-21', time: '10:00' }, []],
    [{ date: '2026-11-21', time: '09:55', price: 500_00 }, ['balance']],
    [{ status: 'cancelled' }, ['cancelled', 'closed_day']],
    [{ status: 'cancelled', date: '2026-11-20' }, []],
    [{ status: 'completed', amount: 200_00, price: 500_00 }, ['received', 'balance']],
    [{ price: 500_00 }, ['booked', 'moved', 'reminder', 'balance']],
    [{ status: 'no_show', amount: 500_00, price: 500_00 }, ['received']],
  ])('of %j are %j, and no other is noted [P-12.29]', async (about, kinds) => {
    const id = await build(about);
    expect((await offer(id)).kinds.map(({ kind }) => kind)).toEqual(kinds);
    for (const kind of contract.WhatsAppKind.options) {
      const { status, error } = await tell(id, { kind });
      expect([kind, status, error?.code]).toEqual(
        kinds.includes(kind) ? [kind, 201, undefined] : [kind, 409, 'whatsapp.not_now'],
      );
    }
  });

  it.each([[null], ['020 2567 1234'], ['1800 123 4567'], ['ask at the gate']])(
    'are none for the number %j, which is refused [P-12.30]',
    async (contact) => {
      const id = await build({ contact });
      expect(await offer(id)).toMatchObject({ number: null, kinds: [] });
      const refused = await tell(id, { kind: 'booked' });
      expect(refused.error).toMatchObject({
        code: 'whatsapp.no_number',
        message: 'WhatsApp needs a mobile number. Please add one in the details first.',
      });
    },
  );

  it('are none in a suspended business [P-12.30]', async () => {
    const id = await build();
    await asPlatform(app, (tx) =>
      tx.updateTable('tenants').set({ status: 'suspended' }).where('id', '=', clinic.id).execute(),
    );
    expect(await offer(id)).toMatchObject({ number: '919820011223', kinds: [] });
    expect((await tell(id, { kind: 'booked' })).error?.code).toBe('tenant.suspended');
  });

  it('are not found for a booking that the plan hides, or of another business [P-12.30]', async () => {
    const basic = await buildTenant(app);
    const member = await signInAs(app, basic);
    // The list of a clinic begins with the latest day: the earliest is beyond the limit of 25.
    const hidden = await buildAppointment(app, basic, { contact: mobile, date: '2026-11-22' });
    for (let count = 0; count < 25; count += 1) await buildAppointment(app, basic, { date: '2026-11-23' });
    for (const [id, client] of [
      [hidden, member],
      [await build(), member],
    ] as const) {
      expect(await client.call(contract.getWhatsAppOffer, { params: { id } })).toMatchObject({ status: 404 });
      expect(await tell(id, { kind: 'booked' }, client)).toMatchObject({ status: 404 });
    }
  });
});

describe('a WhatsApp message', () => {
  it('opens the text to the number, and keeps who opened it and neither of the two [P-12.29, P-12.31]', async () => {
    await owner.call(changeUpi, { body: { upiId: 'city@okicici' } });
    const mapLink = 'https://maps.example/care';
    const details = { address: '12, MG Road', telephone: null, registrationNumber: null, mapLink };
    await owner.call(changeBusinessDetails, { body: details });
    const id = await build({ price: 500_00, date: '2026-11-27', personName: 'Asha Kulkarni' });
    const booked = await tell(id, { kind: 'booked' });
    expect(new URL(booked.body.link).pathname).toBe('/919820011223');
    const text = textIn(booked.body.link);
    expect(text).toContain('Asha Kulkarni');
    expect(text).toContain(`Friday, 27 November 2026, 11:00 am\nDr. Rao\nLocation: 12, MG Road\n${mapLink}`);
    const until = { date: '2026-11-27', time: '11:00' };
    const { kinds } = await offer(id);
    expect(kinds[0]).toMatchObject({ kind: 'booked', until, texts: { en: text } });
    expect(kinds.at(-1)).toMatchObject({ kind: 'balance', until: null });
    expect(textIn((await tell(id, { kind: 'balance' })).body.link)).toContain('UPI: city@okicici');

    const [first, second] = (await told(id)) ?? [];
    expect(first).toEqual(booked.body.whatsAppMessage);
    expect(first).toMatchObject({ kind: 'booked', at: testNow, mayUndo: true });
    expect(second).toMatchObject({ kind: 'balance' });
    expect(await readAudit(app, booked.headers['x-request-id'])).toMatchObject([
      { action: 'whatsapp.opened', object: id },
    ]);
    const kept = await asPlatform(app, async (tx) => [
      ...(await tx.selectFrom('whatsapp_messages').selectAll().where('appointment_id', '=', id).execute()),
      ...(await tx.selectFrom('audit_log').select('detail').where('object', '=', id).execute()),
    ]);
    expect(kept).toContainEqual({ detail: { kind: 'booked', language: 'en' } });
    expect(JSON.stringify(kept)).not.toMatch(/Asha|98200/);
  });

  it('gives way to the next of its kind, and is named by who opened it [P-12.31]', async () => {
    const id = await build();
    const first = await tell(id, { kind: 'booked' });
    app.setNow('2026-11-21T04:31:00.000Z');
    const second = await tell(id, { kind: 'booked' }, owner);
    expect((await told(id))?.map(({ id: latest }) => latest)).toEqual([second.body.whatsAppMessage.id]);
    expect(first.body.whatsAppMessage.by).not.toBeNull();
    expect((await told(id, desk))?.[0]?.mayUndo).toBe(false);
  });

  it('is noted once for a press, however often its request is sent [P-12.39]', async () => {
    const id = await build();
    const press = { params: { id }, body: { kind: 'booked' }, idempotencyKey: randomUUID() } as const;
    const [first, second] = await Promise.all([
      desk.call(contract.addWhatsAppMessage, press),
      desk.call(contract.addWhatsAppMessage, press),
    ]);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body).toEqual(first.body);
    expect((await desk.call(contract.addWhatsAppMessage, press)).body).toEqual(first.body);
    const [rows, acts] = await asPlatform(app, async (tx) => [
      await tx.selectFrom('whatsapp_messages').select('id').where('appointment_id', '=', id).execute(),
      await tx.selectFrom('audit_log').select('action').where('object', '=', id).execute(),
    ]);
    expect([rows, acts]).toEqual([[{ id: first.body.whatsAppMessage.id }], [{ action: 'whatsapp.opened' }]]);
    const again = await desk.call(contract.addWhatsAppMessage, { ...press, idempotencyKey: randomUUID() });
    expect(again.body.whatsAppMessage.id).not.toBe(first.body.whatsAppMessage.id);
  });

  it('is undone within ten minutes by who opened it or an owner [P-12.32]', async () => {
    const id = await build();
    const doctor = await signInAs(app, clinic, 'DOCTOR');
    const one = (await tell(id, { kind: 'booked' })).body.whatsAppMessage.id;
    expect((await undo(id, one, doctor)).error?.code).toBe('whatsapp.stands');
    app.setNow('2026-11-21T04:39:59.000Z');
    const undone = await undo(id, one);
    expect(undone.status).toBe(204);
    expect(await readAudit(app, undone.headers['x-request-id'])).toMatchObject([
      { action: 'whatsapp.undone' },
    ]);
    expect(await told(id)).toBeUndefined();
    // A second undo is accepted and not written.
    const again = await undo(id, one);
    expect([again.status, await readAudit(app, again.headers['x-request-id'])]).toEqual([204, []]);

    app.setNow(testNow);
    const other = (await tell(id, { kind: 'moved' })).body.whatsAppMessage.id;
    expect((await undo(id, other, owner)).status).toBe(204);
    const late = (await tell(id, { kind: 'booked' })).body.whatsAppMessage.id;
    app.setNow('2026-11-21T04:40:00.000Z');
    expect((await undo(id, late)).error?.code).toBe('whatsapp.stands');
    expect(await told(id)).toMatchObject([{ id: late, mayUndo: false }]);
    expect((await undo(await build(), late)).status).toBe(404);
  });
});

describe('the language', () => {
  it("is the business's, until one is chosen for the person [P-12.34]", async () => {
    const [id, other] = [await build(), await build({ personName: 'Ravi Joshi' })];
    expect((await offer(id)).language).toBe('en');
    await owner.call(contract.setWhatsAppLanguage, { body: { language: 'hi' } });
    expect((await offer(id)).language).toBe('hi');
    expect(textIn((await tell(id, { kind: 'booked', language: 'mr' })).body.link)).toContain('नमस्कार');
    const later = await build({ date: '2026-11-25' });
    expect((await offer(later)).language).toBe('mr');
    expect(textIn((await tell(later, { kind: 'booked' })).body.link)).toContain('नमस्कार');
    expect((await offer(other)).language).toBe('hi');
  });

  it('follows a corrected name, merges and their undo [P-12.34]', async () => {
    const [own, merged] = [await build(), await build({ personName: 'M. Joshi' })];
    await tell(own, { kind: 'booked', language: 'mr' });
    const name = { personName: 'Meera A. Joshi' };
    await owner.call(correctAppointment, { params: { id: own }, body: name });
    expect((await offer(own)).language).toBe('mr');

    const getPerson = async (id: string) =>
      (await owner.call(getAppointment, { params: { id } })).body.patientId ?? '';
    const [id, otherId] = [await getPerson(own), await getPerson(merged)];
    await owner.call(mergePeople, { params: { id }, body: { otherId } });
    expect((await offer(merged)).language).toBe('mr');
    await owner.call(undoMerge, { params: { id, mergeId: otherId } });
    expect([(await offer(own)).language, (await offer(merged)).language]).toEqual(['mr', 'en']);
  });
});

describe('the words around the facts [P-12.35]', () => {
  const ofBooked = { kind: 'booked', language: 'en' } as const;

  it('are changed and reset by owners, for one kind and language', async () => {
    const id = await build();
    const ready = (await offer(id)).kinds[0]?.texts.en ?? '';
    const body = {
      head: ' Namaste from the clinic ',
      tail: 'Bring old reports.\nParking is behind the house.',
    };
    const changed = await owner.call(contract.setWhatsAppWords, { body: { ...ofBooked, ...body } });
    const words = { kind: 'booked', language: 'en', head: 'Namaste from the clinic', tail: body.tail };
    expect(changed.body).toEqual({ language: 'en', words: [words] });
    const { kinds } = await offer(id);
    expect(kinds[0]?.texts.en.split('\n\n').at(0)).toBe('Namaste from the clinic');
    expect(kinds[0]?.texts.en.endsWith(body.tail)).toBe(true);
    expect(kinds[0]?.texts.en.split('\n\n')[1]).toBe(ready.split('\n\n')[1]);
    expect([kinds[0]?.texts.hi, kinds[1]?.texts.en].join()).not.toContain('Namaste from');
    const reset = { ...ofBooked, ...defaultWords('booked', 'en') };
    expect((await owner.call(contract.setWhatsAppWords, { body: reset })).body.words).toEqual([]);
    expect((await offer(id)).kinds[0]?.texts.en).toBe(ready);
  });

  it('have no links and are short', async () => {
    for (const tail of ['See https://example.com', 'x'.repeat(301)]) {
      const refused = await owner.call(contract.setWhatsAppWords, {
        body: { ...ofBooked, head: '', tail },
      });
      expect(Object.keys(refused.error?.fields ?? {})).toEqual(['tail']);
    }
  });

  it.each(['DOCTOR', 'EMPLOYEE'] as const)('are not read or changed by %s', async (role) => {
    const member = await signInAs(app, clinic, role);
    expect(await member.call(contract.getWhatsAppSettings)).toMatchObject({ status: 403 });
    const body = { head: '', tail: '' };
    expect(await member.call(contract.setWhatsAppWords, { body: { ...ofBooked, ...body } })).toMatchObject({
      status: 403,
    });
    const language = { body: { language: 'hi' } } as const;
    expect(await member.call(contract.setWhatsAppLanguage, language)).toMatchObject({ status: 403 });
  });
});
