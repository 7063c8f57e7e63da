import { randomUUID } from 'node:crypto';
import { correctAppointment, createAppointment, getAppointment } from '@samay/contract/bookings/appointments';
import { createSeries } from '@samay/contract/bookings/series';
import { getMoney, takePayment } from '@samay/contract/bookings/money';
import { addExpense, getDrawer } from '@samay/contract/ledger/drawers';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/fixtures/app.ts';
import { buildOffer } from '../../../../test/fixtures/books/offer.ts';
import type { Offer } from '../../../../test/fixtures/books/player.ts';
import {
  buildAppointment,
  buildTenant,
  type BuiltTenant,
  signInAs,
} from '../../../../test/fixtures/builders.ts';
import type { Client } from '../../../../test/fixtures/client.ts';
import { allRight, findWrongSums } from '../../../../test/fixtures/money/wrong-sums.ts';

// Tests amounts above what is due, and lower ones, that come with a booking or its correction.

let app: TestApp;
let clinic: BuiltTenant;
let offer: Offer;
let owner: Client;
let asha: Client;
beforeAll(async () => {
  app = await testApp();
});
beforeEach(async () => {
  clinic = await buildTenant(app, { plan: 'enterprise' });
  offer = await buildOffer(app, clinic);
  owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
  asha = await signInAs(app, clinic, 'EMPLOYEE');
});
afterAll(() => app.close());

const at = (id: string) => ({ params: { id } });
const read = async (id: string) => (await owner.call(getAppointment, at(id))).body;
const fetchMoney = async (id: string) => (await owner.call(getMoney, at(id))).body;
const expected = async (client: Client) => (await client.call(getDrawer, { query: {} })).body.expected;

/** Books the first service, which has a price, with an amount. */
async function book(more: (price: number) => object, name = 'Kavita Menon') {
  const [doctor, service] = [offer.doctors[0], offer.services[0]];
  const price = service?.price ?? 0;
  const body = {
    resourceId: doctor?.id ?? '',
    serviceId: service?.id ?? '',
    personName: name,
    personContact: '98450 12345',
    date: '2026-11-24',
    time: '11:00',
    paymentMethod: 'Cash',
    ...more(price),
  };
  return owner.call(createAppointment, { body, idempotencyKey: randomUUID() });
}

it('a new booking takes no more than its price without a question [P-9.233]', async () => {
  const refused = await book((price) => ({ amount: price + 1 }));
  expect([refused.status, refused.error?.code]).toEqual([409, 'payment.above_due']);
  const { status, body } = await book((price) => ({ amount: price }));
  expect([status, body.due]).toEqual([201, 0]);
});

it('the part above the price of a new booking is a charge, or an advance also of a new person [P-9.233]', async () => {
  const charged = await book((price) => ({
    amount: price + 200_00,
    above: { as: 'charge', name: 'Injection' },
  }));
  const price = charged.body.price ?? 0;
  expect(charged.body).toMatchObject({ amount: price + 200_00, charges: 200_00, due: 0 });
  expect((await fetchMoney(charged.body.id)).charges.map(({ name, paise }) => [name, paise])).toEqual([
    ['Injection', 200_00],
  ]);
  const kept = await book(
    (paise) => ({ amount: paise + 300_00, above: { as: 'advance' }, time: '12:00' }),
    'Meera Shah',
  );
  expect(kept.body).toMatchObject({ amount: price, charges: 0, due: 0 });
  expect((await fetchMoney(kept.body.id)).advance).toBe(300_00);
  expect(await expected(owner)).toBe(2 * price + 500_00);
  expect(await findWrongSums(app.database, clinic.id)).toEqual(allRight);
});

it.each([
  ['a charge on its first booking', { as: 'charge', name: 'Injection' }, [200_00, 0], 0],
  ['an advance', { as: 'advance' }, [0, 0], 200_00],
] as const)(
  'the part above the first price of a series is %s [P-9.177]',
  async (_, above, charges, advance) => {
    const [doctor, service] = [offer.doctors[0], offer.services[0]];
    const price = service?.price ?? 0;
    const body = {
      resourceId: doctor?.id ?? '',
      serviceId: service?.id ?? '',
      personName: 'Kavita Menon',
      personContact: '98450 12345',
      amount: price + 200_00,
      paymentMethod: 'Cash',
      occurrences: ['2026-12-01', '2026-11-24'].map((date) => ({ date, time: '11:00' })),
    };
    const idempotencyKey = randomUUID();
    const refused = await owner.call(createSeries, { body, idempotencyKey });
    expect(refused.error?.code).toBe('payment.above_due');
    // A refused series keeps no key.
    const { items } = (await owner.call(createSeries, { body: { ...body, above }, idempotencyKey })).body;
    expect(items.map((item) => [item.date, item.charges, item.due])).toEqual([
      ['2026-11-24', charges[0], 0],
      ['2026-12-01', charges[1], price],
    ]);
    expect((await fetchMoney(items[0]?.id ?? '')).advance).toBe(advance);
  },
);

it('a correction takes no more than is due [P-9.233]', async () => {
  const id = await buildAppointment(app, clinic, { price: 700_00 });
  const correct = async (amount: number) => asha.call(correctAppointment, { ...at(id), body: { amount } });
  expect((await correct(700_01)).error?.code).toBe('payment.above_due');
  expect((await correct(700_00)).body).toMatchObject({ amount: 700_00, due: 0 });
});

it('a correction that leaves less than nothing in the drawer is asked about [P-9.234]', async () => {
  const id = await buildAppointment(app, clinic, { price: 500_00 });
  await asha.call(takePayment, { ...at(id), body: { amount: 500_00, method: 'Cash', amountBefore: null } });
  await asha.call(addExpense, { body: { paise: 400_00, reason: 'Repair' }, idempotencyKey: randomUUID() });
  const correct = async (body: object) => owner.call(correctAppointment, { ...at(id), body });
  for (const body of [{ amount: 300_00 }, { amount: null }, { paymentMethod: 'UPI' }])
    expect((await correct(body)).error?.code).toBe('drawer.below_zero');
  expect(await read(id)).toMatchObject({ amount: 500_00, paymentMethod: 'Cash' });
  expect((await correct({ amount: 450_00 })).status).toBe(200);
  expect((await correct({ paymentMethod: 'UPI', belowZero: true })).body).toMatchObject({
    amount: 450_00,
    paymentMethod: 'UPI',
  });
  // The right row counts in the drawer that took the money, not in that of the owner.
  expect([await expected(asha), await expected(owner)]).toEqual([-400_00, 0]);
  expect(await findWrongSums(app.database, clinic.id)).toEqual(allRight);
});
