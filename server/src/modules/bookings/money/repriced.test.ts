import { listAudit } from '@samay/contract/audit/audit-log';
import {
  createAppointment,
  getAppointment,
  rescheduleAppointment,
} from '@samay/contract/bookings/appointments';
import { addClosing, continueClosing, undoClosing } from '@samay/contract/bookings/closings';
import { getMoney, setDiscount } from '@samay/contract/bookings/money';
import { createSeries, moveSeries } from '@samay/contract/bookings/series';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { testApp, type TestApp, testNow } from '../../../../test/fixtures/app.ts';
import { buildResource, buildService } from '../../../../test/fixtures/availability.ts';
import { buildTenant, type BuiltTenant, signInAs } from '../../../../test/fixtures/builders.ts';
import type { Client } from '../../../../test/fixtures/client.ts';
import { asPlatform } from '../../../db/tenant.ts';

// Tests discounts of bookings that get another price: ₹500 before noon, ₹800, ₹1,200 from five on.

let now: Date;
let app: TestApp;
let turf: BuiltTenant;
let owner: Client;
let court: string;
let game: string;
beforeAll(async () => {
  app = await testApp();
});
beforeEach(async () => {
  now = new Date(testNow);
  app.setNow(testNow);
  turf = await buildTenant(app, { businessType: 'turf', plan: 'enterprise', times: 'apart' });
  owner = await signInAs(app, turf, 'BUSINESS_OWNER', { name: 'Priya Nair' });
  court = await buildResource(app, turf, { kind: 'court', name: 'Court 9' });
  game = await buildService(app, turf, { duration_min: 60, price_paise: 800_00, priced_per: 'hour' });
  await setPrices([
    ['00:00', '12:00', 500_00],
    ['17:00', '23:00', 1_200_00],
  ]);
});
afterAll(() => app.close());

const date = '2026-11-24';
const person = { personName: 'Sunday Strikers', personContact: '98200 11223' };
const at = (id: string) => ({ params: { id } });
const read = async (id: string) => (await owner.call(getAppointment, at(id))).body;

async function setPrices(rules: readonly (readonly [string, string, number])[]): Promise<void> {
  await asPlatform(app, (tx) =>
    tx
      .insertInto('price_rules')
      .values(
        rules.map(([from_time, to_time, price_paise], position) => ({
          tenant_id: turf.id,
          service_id: game,
          position,
          resource_id: null,
          weekdays: [1, 2, 3, 4, 5, 6, 7],
          from_time,
          to_time,
          price_paise,
        })),
      )
      .execute(),
  );
}

const waive = async (id: string, discount: number, discountBefore = 0) =>
  (await owner.call(setDiscount, { ...at(id), body: { discount, discountBefore, reason: 'Goodwill' } }))
    .status;

/** Books the court, by default at two for ₹800, of which a part is waived. */
async function bookWith(discount: number, time = '14:00'): Promise<string> {
  const made = await owner.call(createAppointment, {
    body: { ...person, date, time, resourceId: court, serviceId: game },
  });
  expect(await waive(made.body.id, discount)).toBe(200);
  return made.body.id;
}

/** Moves a booking a minute later, so that its rows have an order. */
async function move(id: string, time: string, duration = 60) {
  now = new Date(now.getTime() + 60_000);
  app.setNow(now.toISOString());
  return (await owner.call(rescheduleAppointment, { ...at(id), body: { date, time, duration } })).body;
}

const discountsOf = async (id: string) =>
  (await owner.call(getMoney, at(id))).body.discounts.map(({ paise, reason, by }) => [paise, reason, by]);

it('is lowered with the price, said in the reply and the audit row, and whole again at the former one [P-9.110]', async () => {
  const id = await bookWith(700_00);
  expect(await move(id, '10:00')).toMatchObject({
    price: 500_00,
    discount: 500_00,
    discountGiven: 700_00,
    due: 0,
  });
  const lines = (await owner.call(listAudit)).body.items;
  expect(lines.find(({ action }) => action === 'appointment.rescheduled')).toMatchObject({
    detail: {
      before: { price: 800_00, discount: 700_00 },
      after: { price: 500_00, discount: 500_00 },
    },
  });
  const back = await move(id, '14:00');
  expect(back).toMatchObject({ price: 800_00, discount: 700_00, due: 100_00 });
  expect(back).not.toHaveProperty('discountGiven');
  expect(await discountsOf(id)).toEqual([
    [700_00, 'Goodwill', 'Priya Nair'],
    [-200_00, 'Price changed', 'Priya Nair'],
    [200_00, 'Price changed', 'Priya Nair'],
  ]);
  expect(await move(id, '14:00', 30)).toMatchObject({ price: 400_00, discount: 400_00, due: 0 });
  expect(await read(id)).toMatchObject({ discountGiven: 700_00 });
});

it('that was given again at the lower price stays as it was given [P-9.110]', async () => {
  const id = await bookWith(700_00);
  await move(id, '10:00');
  expect(await waive(id, 300_00, 500_00)).toBe(200);
  expect(await move(id, '18:00')).toMatchObject({ price: 1_200_00, discount: 300_00, due: 900_00 });
});

it('is lowered where a closing or a series moves its booking, and back with the closing [P-9.110]', async () => {
  const id = await bookWith(700_00);
  const decision = { action: 'move', to: { date, time: '10:00', resourceId: court } } as const;
  const closing = {
    from: { date, time: '13:00' },
    to: { date, time: '16:00' },
    resourceId: court,
    reason: 'Floodlights',
    bookings: [{ id, before: { date, time: '14:00' }, decision }],
  };
  const { body: closed } = await owner.call(addClosing, {
    body: closing,
    idempotencyKey: 'closes-the-court',
  });
  const { handled } = (await owner.call(continueClosing, at(closed.id))).body;
  expect(handled).toMatchObject([{ booking: { price: 500_00, discount: 500_00, discountGiven: 700_00 } }]);
  await owner.call(undoClosing, at(closed.id));
  await owner.call(continueClosing, at(closed.id));
  expect(await read(id)).toMatchObject({ price: 800_00, discount: 700_00 });

  const occurrences = [date, '2026-12-01'].map((day) => ({ date: day, time: '15:00' }));
  const { body: series } = await owner.call(createSeries, {
    body: { ...person, resourceId: court, serviceId: game, occurrences },
    idempotencyKey: 'every-tuesday-1234',
  });
  const [first] = series.items;
  expect(await waive(first?.id ?? '', 600_00)).toBe(200);
  const moved = await owner.call(moveSeries, {
    ...at(first?.id ?? ''),
    body: { scope: 'all', before: { date, time: '15:00' }, date, time: '09:00' },
    idempotencyKey: 'moves-the-tuesdays',
  });
  expect(moved.body.items).toMatchObject([{ discount: 500_00, discountGiven: 600_00 }, { discount: 0 }]);
});

it('that leaves no charge leaves none at a dearer time [P-9.111]', async () => {
  const id = await bookWith(800_00);
  expect(await move(id, '18:00')).toMatchObject({ price: 1_200_00, discount: 1_200_00, due: 0 });
  expect(await move(id, '10:00')).toMatchObject({ price: 500_00, discount: 500_00, due: 0 });
  expect(await read(id)).not.toHaveProperty('discountGiven');
});

it('of who waives up to a limit keeps its amount at a dearer time, although it left no charge [P-9.111]', async () => {
  const id = await bookWith(0, '10:00');
  const asha = await signInAs(app, turf, 'EMPLOYEE', { name: 'Asha Kulkarni' });
  const body = { discount: 500_00, discountBefore: 0, reason: 'Goodwill' };
  expect((await asha.call(setDiscount, { ...at(id), body })).body).toMatchObject({
    discount: 500_00,
    due: 0,
  });
  expect(await move(id, '18:00')).toMatchObject({ price: 1_200_00, discount: 500_00, due: 700_00 });
  expect(await move(id, '10:00', 30)).toMatchObject({ price: 250_00, discount: 250_00, due: 0 });
  expect(await move(id, '10:00', 120)).toMatchObject({ price: 1_000_00, discount: 500_00, due: 500_00 });
});

it('is never above the price in the database either [P-9.110]', async () => {
  const id = await bookWith(800_00);
  const lowered = asPlatform(app, (tx) =>
    tx.updateTable('appointments').set({ price_paise: 700_00 }).where('id', '=', id).execute(),
  );
  await expect(lowered).rejects.toThrow('appointments_discount');
});
