import { cancelAppointment, markArrived } from '@samay/contract/bookings/transitions';
import {
  createAppointment,
  getAppointment,
  listAppointments,
  rescheduleAppointment,
} from '@samay/contract/bookings/appointments';
import { markComing, undoComing } from '@samay/contract/bookings/transitions';
import { getMoney, refundPayment, takePayment } from '@samay/contract/bookings/money';
import { getTomorrow } from '@samay/contract/bookings/tomorrow';
import {
  addWhatsAppMessage,
  getWhatsAppOffer,
  undoWhatsAppMessage,
} from '@samay/contract/bookings/whatsapp-messages';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp, testNow } from '../../../../test/fixtures/app.ts';
import { buildTenant, signInAs } from '../../../../test/fixtures/builders.ts';
import type { Client } from '../../../../test/fixtures/client.ts';
import { newAppointment } from '../../../../test/fixtures/samples.ts';
import { asPlatform, type TenantId } from '../../../db/tenant.ts';
import { noteOptOut } from '../../reach/index.ts';

let app: TestApp;
let desk: Client;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

/** Begins a clinic of its own for each group. */
async function begin(): Promise<void> {
  app.setNow(testNow);
  desk = await signInAs(app, await buildTenant(app, { plan: 'enterprise' }));
}

/** Books a person for a time of the next day, 22 November, unless another day is given. */
async function book(time: string, about: object = {}): Promise<string> {
  const body = { ...newAppointment, amount: null, date: '2026-11-22', time, ...about };
  const { body: made, error } = await desk.send(createAppointment, { body });
  expect(error).toBeUndefined();
  return (made as { id: string }).id;
}
const at = (id: string) => ({ params: { id } });
const tomorrow = async (date?: string) =>
  (await desk.call(getTomorrow, { query: date === undefined ? {} : { date } })).body;

describe("tomorrow's people", () => {
  beforeAll(begin);

  it('are the scheduled ones who have not come, by time, each with their reminder [P-12.47]', async () => {
    const late = await book('16:00', { personName: 'Late', personContact: '98200 11224' });
    const early = await book('09:00', { personName: 'Early' });
    await book('12:00', { date: '2026-11-23' });
    await desk.call(cancelAppointment, at(await book('10:00')));
    const { date, rows, count } = await tomorrow();
    expect([date, count, rows.map(({ id }) => id)]).toEqual(['2026-11-22', 2, [early, late]]);
    expect(rows[0]).toMatchObject({
      reminded: null,
      reminder: {
        number: '919820011223',
        language: 'en',
        text: expect.stringMatching(
          /^Hello!\n\nA reminder of the appointment of Early at .*\nSunday, 22 November 2026, 9:00 am/,
        ),
      },
    });
    expect((await tomorrow('2026-11-23')).count).toBe(1);
  });

  it('have none without a mobile number, and after their time [P-12.47]', async () => {
    const none = await book('11:00', { personContact: '020 2567 1234' });
    const find = async () => (await tomorrow('2026-11-22')).rows.find(({ id }) => id === none);
    expect(await find()).toMatchObject({ personContact: '020 2567 1234', reminder: null });
    const today = { date: '2026-11-21' };
    const early = await book('09:00', today);
    const late = await book('16:00', today);
    const { rows } = await tomorrow('2026-11-21');
    expect(rows.map(({ id, reminder }) => [id, reminder !== null])).toEqual([
      [early, false],
      [late, true],
    ]);
    expect(await desk.call(addWhatsAppMessage, { ...at(early), body: { kind: 'reminder' } })).toMatchObject({
      error: { code: 'whatsapp.not_now' },
    });
  });

  it('show who was reminded, in the language that was chosen, until it is undone [P-12.48]', async () => {
    const { rows: before } = await tomorrow();
    const [{ id } = { id: '' }] = before;
    const opened = await desk.call(addWhatsAppMessage, {
      ...at(id),
      body: { kind: 'reminder', language: 'mr' },
    });
    const find = async () => (await tomorrow()).rows.find((row) => row.id === id);
    expect(await find()).toMatchObject({
      reminded: { kind: 'reminder', by: 'Asha Kulkarni', mayUndo: true },
      reminder: { language: 'mr', text: expect.stringContaining('आठवण') },
    });
    const whatsAppMessageId = opened.body.whatsAppMessage.id;
    await desk.call(undoWhatsAppMessage, { params: { id, whatsAppMessageId } });
    expect((await find())?.reminded).toBeNull();
  });

  it('say how Samay reminded them by itself of their present time, and who wants no more notices [P-12.196]', async () => {
    const { rows: before } = await tomorrow();
    expect(before.every(({ notice, isOptedOut }) => notice === undefined && isOptedOut === false)).toBe(true);
    const day = '2026-11-27';
    const [read, failed, wantsNone, moved] = [
      await book('09:00', { date: day }),
      await book('10:00', { date: day }),
      await book('11:00', { date: day, personContact: '98200 55555', personEmail: 'No-More@people.example' }),
      await book('12:00', { date: day }),
    ];
    const [{ tenant_id: business } = { tenant_id: '' }] = await asPlatform(app, (tx) =>
      tx.selectFrom('appointments').select('tenant_id').where('id', '=', read).execute(),
    );
    interface Told {
      readonly id: string;
      readonly by: 'whatsapp' | 'sms' | 'mail';
      readonly state: 'sent' | 'delivered' | 'failed';
      readonly time: string;
      readonly minute: number;
      readonly about?: { readonly lead_min?: number; readonly kind?: 'booked' };
    }
    const note = ({ id, by, state, time, minute, about = {} }: Told) => ({
      tenant_id: business,
      appointment_id: id,
      kind: 'reminder' as const,
      channel: by,
      language: 'en' as const,
      lead_min: 1440,
      address_hash: '',
      effect_id: randomUUID(),
      state,
      reason: state === 'failed' ? 'the number is not on WhatsApp' : null,
      starts_at: new Date(`${day}T${time}:00+05:30`),
      created_at: new Date(`2026-11-21T04:0${minute}:00Z`),
      settled_at: new Date(`2026-11-21T04:0${minute}:00Z`),
      ...about,
    });
    await asPlatform(app, async (tx) => {
      await tx
        .insertInto('notices')
        .values([
          note({ id: read, by: 'whatsapp', state: 'failed', time: '09:00', minute: 0 }),
          note({ id: read, by: 'sms', state: 'delivered', time: '09:00', minute: 1 }),
          note({ id: read, by: 'mail', state: 'failed', time: '09:00', minute: 2, about: { lead_min: 120 } }),
          note({ id: failed, by: 'whatsapp', state: 'failed', time: '10:00', minute: 0 }),
          note({
            id: failed,
            by: 'mail',
            state: 'sent',
            time: '10:00',
            minute: 1,
            about: { kind: 'booked' },
          }),
          note({ id: moved, by: 'whatsapp', state: 'sent', time: '08:00', minute: 0 }),
        ])
        .execute();
      const work = { tenantId: business as TenantId, now: new Date(testNow) };
      await noteOptOut(tx, work, { bookingId: wantsNone, wording: 'STOP' });
    });
    const { rows } = await tomorrow(day);
    expect(rows.map(({ notice, isOptedOut }) => [notice ?? null, isOptedOut])).toEqual([
      [{ channel: 'sms', state: 'delivered', reason: null, at: '2026-11-21T04:01:00.000Z' }, false],
      [
        {
          channel: 'whatsapp',
          state: 'failed',
          reason: 'the number is not on WhatsApp',
          at: '2026-11-21T04:00:00.000Z',
        },
        false,
      ],
      [null, true],
      [null, false],
    ]);
  });

  it("are nobody else's, and no doctor's of another business", async () => {
    const other = await signInAs(app, await buildTenant(app));
    expect((await other.call(getTomorrow)).body).toMatchObject({ rows: [], count: 0 });
  });
});

describe('a person who says that they come', () => {
  beforeAll(begin);

  it('is shown as coming in details and list until they arrive or it is taken back [P-12.49]', async () => {
    const id = await book('09:00');
    const { body: coming } = await desk.call(markComing, at(id));
    expect(coming.comingAt).toBe(testNow);
    app.setNow('2026-11-21T04:35:00.000Z');
    expect((await desk.call(markComing, at(id))).body.comingAt).toBe(testNow);
    const listed = async () => (await desk.call(listAppointments)).body.items[0]?.comingAt;
    expect(await listed()).toBe(testNow);
    await desk.call(undoComing, at(id));
    expect([await listed(), (await desk.call(getAppointment, at(id))).body.comingAt]).toEqual([
      undefined,
      undefined,
    ]);
    await desk.call(markComing, at(id));
    expect((await desk.call(markArrived, at(id))).body.comingAt).toBeUndefined();
    app.setNow(testNow);
  });

  it('is asked again after a move, and not for one that is cancelled [P-12.49]', async () => {
    const id = await book('10:00');
    await desk.call(markComing, at(id));
    const moved = await desk.call(rescheduleAppointment, {
      ...at(id),
      body: { date: '2026-11-23', time: '10:00' },
    });
    expect(moved.body.comingAt).toBeUndefined();
    await desk.call(cancelAppointment, at(id));
    expect(await desk.call(markComing, at(id))).toMatchObject({
      status: 409,
      error: { code: 'appointment.cannot_come' },
    });
  });
});

it('offers the text of what was given back, and not before [P-12.50]', async () => {
  app.setNow(testNow);
  desk = await signInAs(app, await buildTenant(app), 'BUSINESS_OWNER');
  const id = await book('09:00', { date: '2026-11-21' });
  const kinds = async () => {
    const { body } = await desk.call(getWhatsAppOffer, at(id));
    return body.kinds.filter(({ kind }) => kind === 'refund');
  };
  await desk.call(takePayment, { ...at(id), body: { amount: 50_000, method: 'UPI', amountBefore: null } });
  expect(await kinds()).toEqual([]);
  const payment = (await desk.call(getMoney, at(id))).body.rows[0]?.id ?? '';
  const refund = {
    payment,
    amount: 20_000,
    method: 'UPI' as const,
    reason: 'goodwill',
    amountBefore: 50_000,
  };
  expect(await desk.send(refundPayment, { ...at(id), body: refund })).toMatchObject({ status: 200 });
  expect(await kinds()).toMatchObject([{ texts: { en: expect.stringContaining('has given back ₹200') } }]);
});
