import { sql } from 'kysely';
import { cancelAppointment } from '@samay/contract/bookings/transitions';
import {
  correctAppointment,
  createAppointment,
  getAppointment,
  listAppointments,
} from '@samay/contract/bookings/appointments';
import {
  getMoney,
  refundAdvance,
  refundPayment,
  setDiscount,
  takeAdvance,
  takeAll,
  takePayment,
  voidPayment,
} from '@samay/contract/bookings/money';
import { setMoneyRules } from '@samay/contract/ledger/money-rules';
import { getPatient, listPatients } from '@samay/contract/people/patients';
import { mergePeople } from '@samay/contract/people/people';
import { getQueue } from '@samay/contract/desk/queue';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testApp, type TestApp, testNow } from '../../../../test/fixtures/app.ts';
import {
  buildAppointment,
  type BuiltAppointment,
  buildTenant,
  type BuiltTenant,
  signInAs,
} from '../../../../test/fixtures/builders.ts';
import type { Client } from '../../../../test/fixtures/client.ts';
import { asPlatform } from '../../../db/tenant.ts';

// Tests taking, refunding, voiding and waiving. The day is 21 November 2026.

let now: Date;
let app: TestApp;
let clinic: BuiltTenant;
let owner: Client;
let desk: Client;
let doctor: Client;
beforeAll(async () => {
  app = await testApp();
});
beforeEach(async () => {
  now = new Date(testNow);
  app.setNow(now.toISOString());
  clinic = await buildTenant(app, { plan: 'enterprise' });
  owner = ticking(await signInAs(app, clinic, 'BUSINESS_OWNER', { name: 'Priya Nair' }));
  desk = ticking(await signInAs(app, clinic, 'EMPLOYEE', { name: 'Asha Kulkarni' }));
  doctor = ticking(await signInAs(app, clinic, 'DOCTOR', { name: 'Dr. Rao' }));
});
afterAll(() => app.close());

/** Advances the clock by a second before each call of a client, so that rows have an order. */
function ticking(client: Client): Client {
  const call = client.call.bind(client);
  client.call = async (...input) => {
    now = new Date(now.getTime() + 1_000);
    app.setNow(now.toISOString());
    return call(...input);
  };
  return client;
}

const byNumber = (one: number, other: number) => one - other;
const visit = (about: Partial<BuiltAppointment> = {}) =>
  buildAppointment(app, clinic, { status: 'completed', price: 700_00, ...about });
const at = (id: string) => ({ params: { id } });
const read = async (id: string) => (await owner.call(getAppointment, at(id))).body;
const fetchMoney = async (id: string, client = desk) => (await client.call(getMoney, at(id))).body;

async function take(
  id: string,
  amount: number,
  method: string,
  { by = desk, before }: { by?: Client; before?: number | null } = {},
) {
  const amountBefore = before === undefined ? (await read(id)).amount : before;
  return by.call(takePayment, { ...at(id), body: { amount, method, amountBefore } });
}

/** Takes money for a new visit of ₹700; returns the visit and the row. */
async function paidVisit(amount = 500_00, method = 'UPI', by = desk) {
  const id = await visit();
  await take(id, amount, method, { by });
  return { id, row: (await fetchMoney(id)).rows[0]?.id ?? '' };
}

const refund = async (by: Client, id: string, payment: string, amount: number, method = 'Cash') =>
  by.call(refundPayment, {
    ...at(id),
    body: {
      payment,
      amount,
      method,
      reason: 'Goodwill',
      belowZero: true,
      amountBefore: (await read(id)).amount,
    },
  });

describe('taking money', () => {
  it('adds rows by several methods, and says what is due [P-9.4]', async () => {
    const id = await visit();
    expect((await take(id, 300_00, 'UPI')).body).toMatchObject({ amount: 300_00, due: 400_00 });
    expect((await take(id, 200_00, 'cash')).body).toMatchObject({
      amount: 500_00,
      due: 200_00,
      paymentMethod: 'UPI + Cash',
    });
    expect((await fetchMoney(id)).rows).toMatchObject([
      { kind: 'payment', paise: 300_00, method: 'UPI', by: 'Asha Kulkarni', left: 300_00 },
      { kind: 'payment', paise: 200_00, method: 'Cash', by: 'Asha Kulkarni', left: 200_00 },
    ]);
    const [row] = (await desk.call(listAppointments)).body.items;
    expect(row).toMatchObject({ amount: 500_00, due: 200_00, paymentMethod: 'UPI + Cash' });
  });

  it('is refused where the amount is another than was seen [P-9.5]', async () => {
    const id = await visit();
    await take(id, 300_00, 'UPI');
    expect((await take(id, 300_00, 'Cash', { before: null })).error?.code).toBe('payment.changed');
    expect((await read(id)).amount).toBe(300_00);
  });

  it('has one outcome for many concurrent desks, and of a repeated request [P-9.5]', async () => {
    const id = await visit();
    const replies = await Promise.all(
      ['UPI', 'Cash', 'Card', 'UPI'].map((method) => take(id, 700_00, method, { before: null })),
    );
    expect(replies.map(({ status }) => status).toSorted(byNumber)).toEqual([200, 409, 409, 409]);
    const other = await visit();
    const body = { amount: 100_00, method: 'Cash', amountBefore: null };
    const again = () => desk.call(takePayment, { ...at(other), body, idempotencyKey: 'taken-once-1234' });
    expect([(await again()).body.amount, (await again()).body.amount]).toEqual([100_00, 100_00]);
    expect((await fetchMoney(other)).rows).toHaveLength(1);
  });

  it('takes what several visits owe, all of them or none [P-9.6]', async () => {
    const [one, other] = [await visit(), await visit({ time: '12:00' })];
    const items = [one, other].map((id) => ({ id, amount: 700_00, amountBefore: null }));
    const wrong = items.map((item, n) => (n === 1 ? { ...item, amountBefore: 100_00 } : item));
    const all = (bookings: typeof wrong) => desk.call(takeAll, { body: { bookings, method: 'UPI' } });
    expect((await all(wrong as typeof items)).error?.code).toBe('payment.changed');
    expect((await read(one)).amount).toBeNull();
    expect((await all(items)).body.items.map(({ due }) => due)).toEqual([0, 0]);
    expect((await fetchMoney(other)).rows).toHaveLength(1);
  });

  it('writes the amount of a new booking as a row [P-9.6]', async () => {
    const { body } = await desk.call(createAppointment, {
      body: {
        personName: 'Sunita Patil',
        personContact: '98220 11111',
        date: '2026-11-24',
        time: '10:00',
        doctor: 'Dr. Rao',
        amount: 500_00,
        paymentMethod: 'Cash',
        paymentId: 'slip 7',
      },
    });
    expect((await fetchMoney(body.id)).rows).toMatchObject([
      { kind: 'payment', paise: 500_00, method: 'Cash', reference: 'slip 7' },
    ]);
  });

  it('writes the difference where an older client corrects the amount [P-9.8]', async () => {
    const { id } = await paidVisit(500_00, 'Cash');
    await desk.call(correctAppointment, { ...at(id), body: { amount: 600_00 } });
    await desk.call(correctAppointment, { ...at(id), body: { amount: 550_00 } });
    expect(await read(id)).toMatchObject({ amount: 550_00, paymentMethod: 'Cash' });
    expect((await fetchMoney(id)).rows.map(({ kind, paise }) => [kind, paise])).toEqual([
      ['payment', 500_00],
      ['payment', 100_00],
      ['void', -100_00],
      ['payment', 50_00],
    ]);
    const others = await doctor.call(correctAppointment, { ...at(id), body: { amount: 100_00 } });
    expect(others.error?.code).toBe('payment.needs_refund');
  });
});

describe('giving money back', () => {
  it('names its payment, and is never more than is left of it [P-9.9]', async () => {
    const { id, row } = await paidVisit();
    expect((await refund(owner, id, row, 501_00)).error?.code).toBe('payment.exceeded');
    expect((await refund(owner, id, row, 200_00)).body).toMatchObject({ amount: 300_00, due: 200_00 });
    expect((await refund(owner, id, row, 301_00)).error?.code).toBe('payment.exceeded');
    expect((await fetchMoney(id)).rows).toMatchObject([
      { kind: 'payment', paise: 500_00, left: 300_00 },
      { kind: 'refund', paise: -200_00, method: 'Cash', ofId: row, reason: 'Goodwill', by: 'Priya Nair' },
    ]);
    expect((await read(id)).paymentMethod).toBe('UPI');
  });

  it('has one outcome for two concurrent requests [P-9.9]', async () => {
    const { id, row } = await paidVisit();
    const replies = await Promise.all([1, 2, 3].map(() => refund(owner, id, row, 400_00)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await read(id)).amount).toBe(100_00);
  });

  it('is for owners, and for employees where the owner allows it [P-9.17]', async () => {
    const { id, row } = await paidVisit();
    for (const client of [doctor, desk])
      expect((await refund(client, id, row, 100_00)).error?.code).toBe('access.denied');
    const { rows } = await fetchMoney(id);
    expect(rows[0]).toMatchObject({ mayRefund: false, mayVoid: true });
    const rules = { employeesMayRefund: true, doctorDiscount: null, employeeDiscount: null };
    await owner.call(setMoneyRules, { body: rules });
    expect((await refund(desk, id, row, 100_00)).status).toBe(200);
    expect((await refund(doctor, id, row, 100_00)).status).toBe(403);
  });

  it('voids a row of one`s own, whole and once; the row stays [P-9.10]', async () => {
    const { id, row } = await paidVisit();
    const body = { payment: row, reason: 'Wrong person' };
    expect((await doctor.call(voidPayment, { ...at(id), body })).error?.code).toBe('access.denied');
    expect((await desk.call(voidPayment, { ...at(id), body })).body).toMatchObject({
      amount: null,
      due: 700_00,
      paymentMethod: null,
    });
    expect((await owner.call(voidPayment, { ...at(id), body })).error?.code).toBe('payment.not_voidable');
    expect((await fetchMoney(id)).rows.map(({ kind, paise, reason }) => [kind, paise, reason])).toEqual([
      ['payment', 500_00, null],
      ['void', -500_00, 'Wrong person'],
    ]);
  });

  it('voids no payment of which money was given back, but the refund [P-9.10]', async () => {
    const { id, row } = await paidVisit();
    await refund(owner, id, row, 200_00);
    const voided = (payment: string) =>
      owner.call(voidPayment, { ...at(id), body: { payment, reason: 'Wrong amount' } });
    expect((await voided(row)).error?.code).toBe('payment.not_voidable');
    const second = (await fetchMoney(id)).rows[1]?.id ?? '';
    expect((await voided(second)).body.amount).toBe(500_00);
  });

  it('is forbidden by the database beyond what is left, and without a method [P-9.9, P-9.68]', async () => {
    const { id, row } = await paidVisit();
    const insert = (paise: number, kind: 'refund' | 'void', method: string | null = 'Cash') =>
      asPlatform(app, (tx) =>
        tx
          .insertInto('payments')
          .values({
            tenant_id: clinic.id,
            id: crypto.randomUUID(),
            kind,
            appointment_id: id,
            patient_id: null,
            paise,
            // Not as typed: an empty one is refused by the database.
            method: sql`${method}`,
            reference: null,
            reason: 'x',
            of_id: row,
            pair_id: null,
            taken_at: now,
            taken_by: null,
            noted_by: null,
          })
          .execute(),
      );
    await expect(insert(-501_00, 'refund')).rejects.toMatchObject({ code: '23514' });
    await expect(insert(-100_00, 'void')).rejects.toMatchObject({ code: '23514' });
    for (const method of [null, ''])
      await expect(insert(-500_00, 'refund', method)).rejects.toMatchObject({ code: '23514' });
    await expect(insert(-500_00, 'refund')).resolves.toBeDefined();
  });
});

describe('an advance', () => {
  const advance = (id: string, amount: number, by = desk) =>
    by.call(takeAdvance, { ...at(id), body: { amount, method: 'UPI' } });

  it('is taken from a person, spent on visits and given back, and never below zero [P-9.11]', async () => {
    const id = await visit();
    expect((await advance(id, 1_000_00)).body).toEqual({ advance: 1_000_00 });
    expect((await take(id, 700_00, 'Advance')).body).toMatchObject({
      amount: 700_00,
      due: 0,
      paymentMethod: 'Advance',
    });
    const next = await visit({ time: '12:00' });
    expect((await take(next, 301_00, 'Advance')).error?.code).toBe('advance.exceeded');
    const give = (amount: number, by = owner) =>
      by.call(refundAdvance, { ...at(next), body: { amount, method: 'UPI', reason: 'Goodwill' } });
    expect((await give(301_00)).error?.code).toBe('advance.exceeded');
    expect((await give(100_00, desk)).status).toBe(403);
    expect((await give(100_00)).body).toEqual({ advance: 200_00 });
    expect((await fetchMoney(next)).advance).toBe(200_00);
    expect((await fetchMoney(id)).rows).toMatchObject([
      { kind: 'transfer', paise: 700_00, method: 'Advance' },
    ]);
  });

  it('is spent once by two concurrent desks [P-9.11]', async () => {
    const ids = [await visit(), await visit({ time: '12:00' }), await visit({ time: '13:00' })];
    await advance(ids[0] ?? '', 700_00);
    const replies = await Promise.all(ids.map((id) => take(id, 700_00, 'Advance', { before: null })));
    expect(replies.map(({ status }) => status).toSorted(byNumber)).toEqual([200, 409, 409]);
    expect((await fetchMoney(ids[0] ?? '')).advance).toBe(0);
  });

  it('is kept of a payment, by anyone who takes money [P-9.13]', async () => {
    const { id, row } = await paidVisit();
    expect((await refund(desk, id, row, 300_00, 'Advance')).body).toMatchObject({ amount: 200_00 });
    expect((await fetchMoney(id)).advance).toBe(300_00);
  });

  it('of people who are shown together is summed, and spent the booking`s person first [P-9.12]', async () => {
    const one = await visit({ personName: 'Sunita Patil' });
    const other = await visit({ personName: 'S. Patil', time: '12:00' });
    await advance(one, 300_00);
    await advance(other, 500_00);
    const people = (await owner.call(listPatients)).body.items;
    const getId = (name: string) => people.find((person) => person.name === name)?.id ?? '';
    await owner.call(mergePeople, {
      params: { id: getId('Sunita Patil') },
      body: { otherId: getId('S. Patil') },
    });
    expect((await fetchMoney(one)).advance).toBe(800_00);
    expect((await take(one, 600_00, 'Advance')).body.amount).toBe(600_00);
    expect((await fetchMoney(one)).rows.map(({ paise }) => paise)).toEqual([300_00, 300_00]);
    expect((await owner.call(getPatient, { params: { id: getId('Sunita Patil') } })).body).toMatchObject({
      advance: 200_00,
      owing: [
        { id: one, due: 100_00, amount: 600_00 },
        { id: other, due: 700_00, amount: null },
      ],
    });
  });
});

it('takes `Advance` for a method of money that changes hands nowhere [P-9.11]', async () => {
  const id = await visit();
  const bookings = [{ id, amount: 700_00, amountBefore: null }];
  const reason = 'Goodwill';
  for (const refused of [
    await desk.call(takeAll, { body: { bookings, method: 'Advance' } }),
    await desk.call(takeAdvance, { ...at(id), body: { amount: 1, method: 'advance' } }),
    await desk.call(correctAppointment, { ...at(id), body: { amount: 1, paymentMethod: 'Advance' } }),
  ])
    expect(refused.error?.code).toBe('advance.not_handed');
  await desk.call(takeAdvance, { ...at(id), body: { amount: 100_00, method: 'UPI' } });
  const back = { amount: 100_00, method: 'Advance', reason };
  expect((await owner.call(refundAdvance, { ...at(id), body: back })).error?.code).toBe('advance.not_handed');
  expect((await fetchMoney(id)).rows).toEqual([]);
});

describe('cancelling what was paid', () => {
  const paid = async () => {
    const id = await visit({ status: 'scheduled' });
    await take(id, 500_00, 'UPI');
    return id;
  };
  const cancel = (
    id: string,
    body: Parameters<typeof owner.call>[1] extends infer I ? I : never,
    by = desk,
  ) => by.call(cancelAppointment, { ...at(id), ...(body as object) });

  it.each([
    ['leaves it', undefined, { amount: 500_00, paymentMethod: 'UPI' }, 0],
    ['keeps it as an advance', { money: 'advance' as const }, { amount: null, paymentMethod: null }, 500_00],
  ])('%s [P-9.13]', async (_, body, booking, advance) => {
    const id = await paid();
    expect((await cancel(id, { body })).body).toMatchObject({ status: 'cancelled', ...booking });
    expect((await fetchMoney(id)).advance).toBe(advance);
  });

  it('gives it back, where the caller may; otherwise nothing is cancelled [P-9.13]', async () => {
    const id = await paid();
    const body = { money: 'refund' as const, method: 'Cash', belowZero: true };
    expect((await cancel(id, { body })).error?.code).toBe('access.denied');
    expect((await read(id)).status).toBe('scheduled');
    expect((await cancel(id, { body }, owner)).body).toMatchObject({ status: 'cancelled', amount: null });
    expect((await fetchMoney(id)).rows[1]).toMatchObject({ kind: 'refund', paise: -500_00, method: 'Cash' });
  });
});

describe('a discount', () => {
  const waive = (id: string, discount: number, { by = desk, before = 0 } = {}) =>
    by.call(setDiscount, {
      ...at(id),
      body: { discount, discountBefore: before, reason: 'Staff or family' },
    });

  it('lowers what is due, within the limit of the role [P-9.15]', async () => {
    const id = await visit();
    expect((await waive(id, 500_00)).body).toMatchObject({ price: 700_00, discount: 500_00, due: 200_00 });
    expect((await waive(id, 600_00, { before: 500_00 })).error?.code).toBe('discount.exceeded');
    expect((await fetchMoney(id)).mostDiscount).toBe(500_00);
    expect((await waive(id, 700_00, { by: owner, before: 500_00 })).body.due).toBe(0);
    expect((await waive(id, 701_00, { by: owner, before: 700_00 })).error?.fields).toEqual({
      discount: 'This is more than the price',
    });
    expect((await waive(id, 100_00, { by: owner })).error?.code).toBe('discount.changed');
    expect((await waive(id, 0, { by: owner, before: 700_00 })).body).toMatchObject({
      discount: 0,
      due: 700_00,
    });
    expect((await fetchMoney(id)).discounts.map(({ paise, by }) => [paise, by])).toEqual([
      [500_00, 'Asha Kulkarni'],
      [200_00, 'Priya Nair'],
      [-700_00, 'Priya Nair'],
    ]);
  });

  it('follows the limits that the owner sets for each role [P-9.15, P-9.30]', async () => {
    const rules = { employeesMayRefund: false, doctorDiscount: null, employeeDiscount: 0 };
    await owner.call(setMoneyRules, { body: rules });
    const id = await visit();
    expect((await waive(id, 1_00)).error?.code).toBe('discount.exceeded');
    expect((await waive(id, 700_00, { by: doctor })).status).toBe(200);
  });
});

it('keeps who was completed with something due in the queue, until it is paid or waived [P-8.20]', async () => {
  const mine = { setBy: { userId: desk.identity?.userId ?? '', at: now } };
  const [paid, waived] = [await visit({ ...mine, time: '09:00' }), await visit({ ...mine, time: '09:30' })];
  await visit({ ...mine, date: '2026-11-19' });
  await visit({ ...mine, time: '08:00', amount: 700_00 });
  const toPay = async () => (await desk.call(getQueue)).body.toPay.map(({ id }) => id);
  expect((await toPay()).toSorted()).toEqual([paid, waived].toSorted());
  await take(paid, 700_00, 'UPI');
  expect(await toPay()).toEqual([waived]);
  await owner.call(setDiscount, {
    ...at(waived),
    body: { discount: 700_00, discountBefore: 0, reason: 'Follow-up' },
  });
  expect(await toPay()).toEqual([]);
});
