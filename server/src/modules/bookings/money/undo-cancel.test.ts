import { randomUUID } from 'node:crypto';
import { cancelAppointment, markArrived, undoCancel } from '@samay/contract/bookings/transitions';
import { correctAppointment, createAppointment, getAppointment } from '@samay/contract/bookings/appointments';
import { getMoney, takeAdvance, takePayment } from '@samay/contract/bookings/money';
import { getUsage } from '@samay/contract/tenancy/subscriptions';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listClaims } from '../../../../test/fixtures/availability.ts';
import { testApp, type TestApp, testNow } from '../../../../test/fixtures/app.ts';
import { buildTenant, type BuiltTenant, signInAs } from '../../../../test/fixtures/builders.ts';
import type { Client } from '../../../../test/fixtures/client.ts';
import { asPlatform } from '../../../db/tenant.ts';

let app: TestApp;
let clinic: BuiltTenant;
let owner: Client;
let desk: Client;
beforeAll(async () => {
  app = await testApp();
});
beforeEach(async () => {
  app.setNow(testNow);
  clinic = await buildTenant(app, { plan: 'premium', times: 'apart' });
  owner = await signInAs(app, clinic, 'BUSINESS_OWNER', { name: 'Priya Nair' });
  desk = await signInAs(app, clinic, 'EMPLOYEE', { name: 'Asha Kulkarni' });
});
afterAll(() => app.close());

const person = { personName: 'Sunita Patil', personContact: '98200 11223' };
/** Books the only doctor of the clinic. */
async function book(time = '12:00', more: object = {}) {
  const doctor = await asPlatform(app, (tx) =>
    tx.selectFrom('resources').select('id').where('tenant_id', '=', clinic.id).executeTakeFirstOrThrow(),
  );
  const at = { date: '2026-11-21', time, resourceId: doctor.id };
  return desk.call(createAppointment, {
    body: { ...person, ...at, ...more },
    idempotencyKey: randomUUID(),
  });
}
const cancel = async (id: string, body: object = {}, by = desk) =>
  by.call(cancelAppointment, { params: { id }, body });
const undo = async (id: string, by = desk) => by.call(undoCancel, { params: { id } });
const shown = async (id: string) => (await desk.call(getAppointment, { params: { id } })).body;

describe('a cancellation', () => {
  it('says who, when and why, and the reason goes when it is undone [P-5.71]', async () => {
    const { id } = (await book()).body;
    const { body: cancelled } = await cancel(id, { reason: ' Doctor ill ' });
    const said = { at: testNow, by: 'Asha Kulkarni', reason: 'Doctor ill' };
    expect(cancelled.cancellation).toEqual(said);
    expect((await owner.call(getAppointment, { params: { id } })).body.cancellation).toEqual(said);
    expect((await undo(id)).body.cancellation).toBeNull();
    expect((await cancel(id)).body.cancellation).toEqual({ ...said, reason: null });
    const refused = await cancel((await book('16:00')).body.id, { reason: ' ' });
    expect(refused.error?.fields).toEqual({ reason: 'Please enter a reason' });
  });

  it('is undone with its claim and arrival, and counts once in the month [P-5.72]', async () => {
    const { id } = (await book()).body;
    const before = (await desk.call(markArrived, { params: { id } })).body;
    const claims = await listClaims(app, id);
    const usage = async () => (await desk.call(getUsage)).body.used;
    const used = await usage();
    await cancel(id);
    expect(await listClaims(app, id)).toEqual([]);
    const { body: undone } = await undo(id);
    expect(undone).toEqual({ ...before, updatedAt: undone.updatedAt });
    expect(await listClaims(app, id)).toEqual(claims);
    expect(await usage()).toBe(used);
  });

  it('is never undone over another booking [P-5.72]', async () => {
    const { id } = (await book()).body;
    await cancel(id);
    expect((await book('12:00', { personName: 'Ravi Kumar' })).status).toBe(201);
    expect(await undo(id)).toMatchObject({ status: 409, error: { code: 'slot.taken' } });
    expect((await shown(id)).status).toBe('cancelled');
  });

  it('is undone by who cancelled or an owner, for ten minutes [P-5.72]', async () => {
    const [{ id }, { id: other }] = [(await book()).body, (await book('16:00')).body];
    const colleague = await signInAs(app, clinic, 'EMPLOYEE');
    for (const each of [id, other]) await cancel(each);
    expect((await colleague.call(getAppointment, { params: { id } })).body.may).not.toContain('undoCancel');
    expect(await undo(id, colleague)).toMatchObject({
      status: 409,
      error: { code: 'appointment.cancel_stands' },
    });
    expect((await owner.call(getAppointment, { params: { id } })).body.may).toContain('undoCancel');
    expect((await undo(id, owner)).body.status).toBe('scheduled');
    app.setNow('2026-11-21T04:39:59.000Z');
    expect((await shown(other)).may).toContain('undoCancel');
    app.setNow('2026-11-21T04:40:00.000Z');
    expect((await shown(other)).may).not.toContain('undoCancel');
    expect((await undo(other)).error?.code).toBe('appointment.cancel_stands');
    // Neither does the database take it back then.
    const late = { status: 'scheduled', status_set_at: new Date('2026-11-21T04:40:00.000Z') } as const;
    await expect(
      asPlatform(app, (tx) =>
        tx
          .updateTable('appointments')
          .set(late)
          .where('tenant_id', '=', clinic.id)
          .where('id', '=', other)
          .execute(),
      ),
    ).rejects.toThrow('within ten minutes');
  });

  it('brings back by rows what was kept as an advance, as far as it is not spent [P-9.51]', async () => {
    const [{ id }, { id: other }] = [(await book()).body, (await book('16:00')).body];
    const pay = async (booking: string, amount: number, method: string) =>
      desk.call(takePayment, { params: { id: booking }, body: { amount, method, amountBefore: null } });
    const later = (seconds: number) => app.setNow(`2026-11-21T04:30:${seconds}.000Z`);
    await pay(id, 500_00, 'Cash');
    later(10);
    await cancel(id, { money: 'advance' });
    later(20);
    expect((await undo(id)).body).toMatchObject({ amount: 500_00, status: 'scheduled' });
    expect((await desk.call(getMoney, { params: { id } })).body.advance).toBe(0);
    later(30);
    await cancel(id, { money: 'advance' });
    await pay(other, 200_00, 'Advance');
    later(40);
    expect((await undo(id)).body).toMatchObject({ amount: 300_00, status: 'scheduled' });
    const { body: money } = await desk.call(getMoney, { params: { id } });
    expect(money.advance).toBe(0);
    expect(money.rows.map(({ kind, paise }) => [kind, paise])).toEqual([
      ['payment', 500_00],
      ['transfer', -500_00],
      ['transfer', 500_00],
      ['transfer', -500_00],
      ['transfer', 300_00],
    ]);
  });

  it('brings back what that cancel moved, by its id: nothing else of that instant or since [P-9.51]', async () => {
    const [{ id }, { id: other }] = [(await book()).body, (await book('16:00')).body];
    const pay = async (booking: string, amount: number, method: string, amountBefore: number | null) =>
      desk.call(takePayment, { params: { id: booking }, body: { amount, method, amountBefore } });
    await desk.call(takeAdvance, { params: { id: other }, body: { amount: 900_00, method: 'UPI' } });
    await pay(id, 200_00, 'Advance', null);
    await pay(id, 300_00, 'Cash', 200_00);
    await cancel(id, { money: 'advance' });
    await desk.call(takeAdvance, { params: { id }, body: { amount: 50_00, method: 'Cash' } });
    expect((await undo(id)).body).toMatchObject({ amount: 500_00, status: 'scheduled' });
    // 900 in advance, less the 200 of the booking, and the 50 that were taken since.
    expect((await desk.call(getMoney, { params: { id } })).body.advance).toBe(750_00);
    await cancel(id);
    expect((await undo(id)).body.amount).toBe(500_00);
  });

  it('takes it from the person who has it, though the booking names another one now [P-9.51]', async () => {
    const { id } = (await book()).body;
    const body = { amount: 500_00, method: 'Cash', amountBefore: null };
    await desk.call(takePayment, { params: { id }, body });
    const ravi = { personName: 'Ravi Kumar', personContact: '98200 99887' };
    const other = (await book('16:00', ravi)).body.id;
    await desk.call(takeAdvance, { params: { id: other }, body: { amount: 500_00, method: 'UPI' } });
    app.setNow('2026-11-21T04:30:10.000Z');
    await cancel(id, { money: 'advance' });
    await desk.call(correctAppointment, { params: { id }, body: ravi });
    expect((await undo(id)).body).toMatchObject({ amount: 500_00, personName: 'Ravi Kumar' });
    expect((await desk.call(getMoney, { params: { id: other } })).body.advance).toBe(500_00);
  });

  it('leaves money that was given back where it is [P-9.51]', async () => {
    const { id } = (await book()).body;
    const body = { amount: 500_00, method: 'Cash', amountBefore: null };
    await desk.call(takePayment, { params: { id }, body });
    await cancel(id, { money: 'refund', method: 'Cash' }, owner);
    expect((await undo(id, owner)).body).toMatchObject({ status: 'scheduled', amount: null });
  });
});
