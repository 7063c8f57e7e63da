import { randomUUID } from 'node:crypto';
import { correctAppointment, createAppointment, getAppointment } from '@samay/contract/bookings/appointments';
import {
  addClosing,
  continueClosing,
  type Decision,
  getClosing,
  listClosings,
  previewClosing,
} from '@samay/contract/bookings/closings';
import { addExpense, getDrawer } from '@samay/contract/ledger/drawers';
import { getMoney, takeAdvance, takePayment } from '@samay/contract/bookings/money';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/fixtures/app.ts';
import { buildResource } from '../../../../test/fixtures/availability.ts';
import { buildTenant, type BuiltTenant, signInAs } from '../../../../test/fixtures/builders.ts';
import type { Client } from '../../../../test/fixtures/client.ts';

let app: TestApp;
let clinic: BuiltTenant;
let owner: Client;
let desk: Client;
let rao: string;
beforeAll(async () => {
  app = await testApp();
});
beforeEach(async () => {
  clinic = await buildTenant(app, { plan: 'premium', times: 'apart' });
  owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
  desk = await signInAs(app, clinic, 'EMPLOYEE');
  rao = await buildResource(app, clinic, { name: 'Dr. Rao' });
});
afterAll(() => app.close());

const today = '2026-11-21';
const refund: Decision = { action: 'cancel', money: 'refund' };
const cancel: Decision = { action: 'cancel', money: 'leave' };

async function book(time: string, more: object = {}): Promise<string> {
  const body = { personName: `Patient ${time}`, personContact: '98200 11223', date: today, time };
  const made = await desk.call(createAppointment, {
    body: { ...body, resourceId: rao, ...more },
    idempotencyKey: randomUUID(),
  });
  return made.body.id;
}

type Decided = readonly [id: string, time: string, decision: Decision];

/** Closes the afternoon in the owner's name, without carrying it out. */
async function close(decided: readonly Decided[], more: object = {}) {
  const body = {
    from: { date: today, time: '14:00' },
    to: { date: today, time: '18:00' },
    resourceId: rao,
    reason: 'Doctor ill',
    bookings: decided.map(([id, time, decision]) => ({ id, before: { date: today, time }, decision })),
    ...more,
  };
  return owner.call(addClosing, { body, idempotencyKey: randomUUID() });
}

const proceed = async (id: string, by = owner) => (await by.call(continueClosing, { params: { id } })).body;
const shown = async (id: string) => (await owner.call(getAppointment, { params: { id } })).body;
const getStates = (items: readonly { readonly state: string }[]) => items.map(({ state }) => state);

const paidBy = async (id: string, amount: number, method: string, amountBefore: number | null) =>
  desk.call(takePayment, {
    params: { id },
    body: { amount, method, amountBefore },
    idempotencyKey: randomUUID(),
  });
const toRows = async (id: string) => {
  const { rows } = (await owner.call(getMoney, { params: { id } })).body;
  const money = rows.map(({ kind, paise, method }) => [kind, paise, method] as const);
  return money.toSorted(([, one], [, other]) => other - one);
};

describe('the money of a closing', () => {
  it('goes back by the method of each payment, an advance to the advance [P-9.68]', async () => {
    const [split, ofAdvance] = [await book('14:00'), await book('15:00', { personName: 'Team Rao' })];
    await paidBy(split, 500_00, 'Cash', null);
    await paidBy(split, 200_00, 'UPI', 500_00);
    const body = { amount: 300_00, method: 'Card' };
    await owner.call(takeAdvance, { params: { id: ofAdvance }, body, idempotencyKey: randomUUID() });
    await paidBy(ofAdvance, 300_00, 'Advance', null);
    const closing = (
      await close([
        [split, '14:00', refund],
        [ofAdvance, '15:00', refund],
      ])
    ).body;
    expect(getStates((await proceed(closing.id)).handled)).toEqual(['done', 'done']);
    expect(await toRows(split)).toEqual([
      ['payment', 500_00, 'Cash'],
      ['payment', 200_00, 'UPI'],
      ['refund', -200_00, 'UPI'],
      ['refund', -500_00, 'Cash'],
    ]);
    expect(await toRows(ofAdvance)).toEqual([
      ['transfer', 300_00, 'Advance'],
      ['transfer', -300_00, 'Advance'],
    ]);
    expect((await owner.call(getMoney, { params: { id: ofAdvance } })).body.advance).toBe(300_00);
  });

  it('leaves the drawers that took it, and asks before one holds less than nothing [P-9.132, P-9.133]', async () => {
    const id = await book('14:00');
    await paidBy(id, 500_00, 'Cash', null);
    await desk.call(addExpense, { body: { paise: 100_00, reason: 'Tea' } });
    expect((await close([[id, '14:00', refund]])).error?.code).toBe('drawer.below_zero');
    expect((await close([[id, '14:00', { ...refund, money: 'advance' }]])).status).toBe(201);
    const { body: closing } = await close([[id, '14:00', refund]], { belowZero: true });
    expect(getStates((await proceed(closing.id)).handled)).toEqual(['done']);
    const cash = async (by: typeof desk) => (await by.call(getDrawer, { query: {} })).body.expected;
    expect([await cash(desk), await cash(owner)]).toEqual([-100_00, 0]);
  });

  it('asks how money goes back whose method was not noted, and asks for no other [P-9.68]', async () => {
    const id = await book('14:00', { amount: 100_00 });
    await paidBy(id, 400_00, 'Card', 100_00);
    const query = { resource: rao, fromDate: today, fromTime: '14:00', toDate: today, toTime: '18:00' };
    expect((await owner.call(previewClosing, { query })).body.items[0]).toMatchObject({ unnamed: 100_00 });
    const unasked = await close([[id, '14:00', refund]]);
    expect(unasked.error?.code).toBe('payment.needs_method');
    const asked = (await close([[id, '14:00', { ...refund, method: 'UPI' }]])).body;
    expect(getStates((await proceed(asked.id)).handled)).toEqual(['done']);
    expect((await toRows(id)).slice(2)).toEqual([
      ['refund', -100_00, 'UPI'],
      ['refund', -400_00, 'Card'],
    ]);
  });

  it('stays where a payment without a method came meanwhile [P-9.68]', async () => {
    const id = await book('14:00');
    const closing = (await close([[id, '14:00', refund]])).body;
    await owner.call(correctAppointment, { params: { id }, body: { amount: 100_00 } });
    const { handled } = await proceed(closing.id);
    expect(handled).toMatchObject([{ state: 'refused', refusal: expect.stringContaining('payment method') }]);
    expect(await shown(id)).toMatchObject({ status: 'scheduled', amount: 100_00 });
  });

  it('waits for somebody who may give it back, and says so [P-9.69]', async () => {
    const [given, plain] = [
      await book('14:00', { amount: 500_00, paymentMethod: 'Cash' }),
      await book('15:00'),
    ];
    const { id } = (
      await close([
        [given, '14:00', refund],
        [plain, '15:00', cancel],
      ])
    ).body;
    const step = await proceed(id, desk);
    expect(step).toMatchObject({ handled: [{ bookingId: plain, state: 'done' }], left: 0 });
    expect(await shown(given)).toMatchObject({ status: 'scheduled', amount: 500_00 });
    const ofDesk = (await desk.call(getClosing, { params: { id } })).body;
    expect(ofDesk).toMatchObject({ withheld: 1, counts: { waiting: 1, done: 1 } });
    expect(ofDesk.bookings.map(({ withheld }) => withheld)).toEqual([true, false]);
    expect((await desk.call(listClosings)).body.items).toMatchObject([{ withheld: 1 }]);
    expect((await owner.call(listClosings)).body.items).toMatchObject([{ withheld: 0 }]);
    expect(getStates((await proceed(id)).handled)).toEqual(['done']);
    expect(await toRows(given)).toContainEqual(['refund', -500_00, 'Cash']);
  });
});
