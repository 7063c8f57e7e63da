import {
  getMoney,
  refundPayment,
  takeAdvance,
  takePayment,
  voidPayment,
} from '@samay/contract/bookings/money';
import { exportReceived, getOwnTakings, getReceived } from '@samay/contract/ledger/received';
import type { BodyInput } from '@samay/contract/core/endpoint';
import { getRevenue, getRevenueBreakdown, listTransactions } from '@samay/contract/desk/revenue';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/fixtures/app.ts';
import {
  buildAppointment,
  buildTenant,
  type BuiltTenant,
  signInAs,
} from '../../../../test/fixtures/builders.ts';
import type { Client } from '../../../../test/fixtures/client.ts';

// Compares received, by the day on which money was taken, with revenue by the day of the booking.

const november = { from: '2026-11-01', to: '2026-11-30' };

let app: TestApp;
let clinic: BuiltTenant;
let owner: Client;
let asha: Client;
let ravi: Client;
/** Visits of Saturday the 28th, ₹500 each. */
let visits: [string, string];
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

beforeEach(async () => {
  // The access tokens are made at the last moment that the tests need.
  app.setNow('2026-11-26T18:31:00Z');
  clinic = await buildTenant(app, { plan: 'enterprise' });
  owner = await signInAs(app, clinic, 'BUSINESS_OWNER', { name: 'Priya Nair' });
  asha = await signInAs(app, clinic, 'EMPLOYEE', { name: 'Asha Kulkarni' });
  ravi = await signInAs(app, clinic, 'EMPLOYEE', { name: 'Ravi' });
  visits = [
    await buildAppointment(app, clinic, { date: '2026-11-28', time: '10:00', price: 500_00 }),
    await buildAppointment(app, clinic, { date: '2026-11-28', time: '11:00', price: 500_00 }),
  ];
  const [first, second] = visits;
  // On Thursday evening Asha takes ₹500 of Saturday's visit, ₹300 of it in cash, and an advance.
  app.setNow('2026-11-26T12:00:00Z');
  await take(asha, first, { amount: 300_00, method: 'Cash', amountBefore: null });
  app.setNow('2026-11-26T12:01:00Z');
  await take(asha, first, { amount: 200_00, method: 'gpay', amountBefore: 300_00 });
  app.setNow('2026-11-26T12:02:00Z');
  await asha.call(takeAdvance, { params: { id: second }, body: { amount: 1_000_00, method: 'Cash' } });
  // After midnight in India it is Friday: Ravi spends the advance, and the owner gives ₹100 back.
  app.setNow('2026-11-26T18:31:00Z');
  await take(ravi, second, { amount: 500_00, method: 'Advance', amountBefore: null });
  const [cash] = (await owner.call(getMoney, { params: { id: first } })).body.rows;
  const refund = {
    payment: cash?.id ?? '',
    amount: 100_00,
    method: 'UPI',
    reason: 'Goodwill',
    amountBefore: 500_00,
  };
  await owner.call(refundPayment, { params: { id: first }, body: refund });
});

const take = (by: Client, id: string, body: BodyInput<typeof takePayment>) =>
  by.call(takePayment, { params: { id }, body });

it('is counted by the day, the method and the person, and an advance once [P-9.26]', async () => {
  expect((await owner.call(getReceived, { query: november })).body).toMatchObject({
    total: 1_400_00,
    methods: [
      { method: 'Cash', total: 1_300_00 },
      { method: 'UPI', total: 100_00 },
    ],
    people: [
      { name: 'Asha Kulkarni', total: 1_500_00 },
      { name: 'Priya Nair', total: -100_00, methods: [{ method: 'UPI', total: -100_00 }] },
    ],
    days: [
      { date: '2026-11-26', total: 1_500_00 },
      { date: '2026-11-27', total: -100_00 },
    ],
  });
  const friday = { from: '2026-11-27', to: '2026-11-27' };
  expect((await owner.call(getReceived, { query: friday })).body.total).toBe(-100_00);
});

it('leaves revenue with the day of the booking, divided by the methods of its money [P-9.4, P-9.26]', async () => {
  expect((await owner.call(getRevenue, { query: november })).body).toMatchObject({
    total: 900_00,
    bookings: 2,
  });
  const { parts, methods } = (await owner.call(getRevenueBreakdown, { query: november })).body;
  expect(parts.map(({ from, total }) => [from, total])).toEqual([['2026-11-28', 900_00]]);
  expect(methods.map(({ method, total }) => [method, total])).toEqual([
    ['Advance', 500_00],
    ['Cash', 200_00],
    ['UPI', 200_00],
  ]);
  const by = async (method: 'UPI' | 'Cash' | 'Advance' | 'Card') =>
    (await owner.call(listTransactions, { query: { ...november, method } })).body.items.map(
      ({ amount, paymentMethod }) => [amount, paymentMethod],
    );
  const split = [400_00, 'Cash + UPI'];
  expect([await by('UPI'), await by('Cash'), await by('Advance'), await by('Card')]).toEqual([
    [split],
    [split],
    [[500_00, 'Advance']],
    [],
  ]);
});

it('takes a void out of the takings of the user who took the money [P-9.10]', async () => {
  const [first] = visits;
  const rows = (await owner.call(getMoney, { params: { id: first } })).body.rows;
  const upi = rows.find(({ method, kind }) => method === 'UPI' && kind === 'payment')?.id ?? '';
  await owner.call(voidPayment, { params: { id: first }, body: { payment: upi, reason: 'Wrong person' } });
  const { people, total } = (await owner.call(getReceived, { query: november })).body;
  expect([total, people.find(({ name }) => name === 'Asha Kulkarni')?.total]).toEqual([1_200_00, 1_300_00]);
});

it('is exported row by row, with the sum that the screen shows [P-9.26]', async () => {
  const { body } = await app.app.inject({
    method: 'GET',
    url: exportReceived.path,
    query: november,
    headers: owner.headers(),
  });
  expect(body.slice(1).split('\r\n')).toEqual([
    'Date,Time,Kind,Patient,Booking Reference,Payment Method,Reference,Amount (INR),Taken By,Reason,Doctor,Service',
    expect.stringMatching(
      /^2026-11-26,17:30,Payment,Meera Joshi,booking_.*,Cash,,300\.00,Asha Kulkarni,,Dr\. Rao,/,
    ),
    expect.stringMatching(
      /^2026-11-26,17:31,Payment,Meera Joshi,booking_.*,UPI,,200\.00,Asha Kulkarni,,Dr\. Rao,/,
    ),
    expect.stringMatching(/^2026-11-26,17:32,Payment,Meera Joshi,,Cash,,1000\.00,Asha Kulkarni,,,$/),
    expect.stringMatching(
      /^2026-11-27,00:01,Refund,Meera Joshi,booking_.*,UPI,,"?-100\.00"?,Priya Nair,Goodwill,Dr\. Rao,/,
    ),
    'Total,,,,,,,1400.00,,,,',
    '',
  ]);
});

it('shows everyone their own takings of today, and all of them to owners and doctors alone [P-9.29]', async () => {
  const own = async (client: Client) => (await client.call(getOwnTakings)).body;
  expect(await own(asha)).toEqual({ total: 0, methods: [], rows: [] });
  expect((await own(owner)).total).toBe(-100_00);
  app.setNow('2026-11-26T18:29:00Z');
  expect(await own(asha)).toMatchObject({
    total: 1_500_00,
    methods: [
      { method: 'Cash', total: 1_300_00 },
      { method: 'UPI', total: 200_00 },
    ],
  });
  expect((await own(asha)).rows.map(({ personName, paise }) => [personName, paise])).toHaveLength(3);
  expect((await asha.call(getReceived, { query: november })).status).toBe(403);
  const doctor = await signInAs(app, clinic, 'DOCTOR');
  expect((await doctor.call(getReceived, { query: november })).status).toBe(200);
});
