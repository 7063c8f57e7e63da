import { rescheduleAppointment } from '@samay/contract/bookings/appointments';
import { getMoney, setDiscount } from '@samay/contract/bookings/money';
import { setMoneyRules } from '@samay/contract/ledger/money-rules';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { testApp, type TestApp, testNow } from '../../../../test/fixtures/app.ts';
import { buildService } from '../../../../test/fixtures/availability.ts';
import {
  buildAppointment,
  buildTenant,
  type BuiltTenant,
  signInAs,
} from '../../../../test/fixtures/builders.ts';
import type { Client } from '../../../../test/fixtures/client.ts';
import { asPlatform } from '../../../db/tenant.ts';

// Tests visits that are free within seven days of a paid one. The desk may waive nothing else.

let app: TestApp;
let clinic: BuiltTenant;
let desk: Client;
let consultation: string;
beforeAll(async () => {
  app = await testApp();
});
beforeEach(async () => {
  app.setNow(testNow);
  clinic = await buildTenant(app, { plan: 'enterprise' });
  const owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
  desk = await signInAs(app, clinic, 'EMPLOYEE');
  consultation = await buildService(app, clinic, { free_within_days: 7, price_paise: 700_00 });
  const rules = { employeesMayRefund: false, doctorDiscount: 0, employeeDiscount: 0 };
  await owner.call(setMoneyRules, { body: rules });
});
afterAll(() => app.close());

interface Visit {
  readonly date: string;
  readonly amount?: number;
  readonly service?: string;
  readonly discount?: number;
  readonly status?: 'scheduled' | 'completed';
}

async function visit({ date, amount, service = consultation, discount = 0, status = 'completed' }: Visit) {
  const id = await buildAppointment(app, clinic, { date, amount: amount ?? null, price: 700_00, status });
  const set = { service_id: service, discount_paise: discount, waived_paise: discount };
  await asPlatform(app, (tx) => tx.updateTable('appointments').set(set).where('id', '=', id).execute());
  return id;
}

const at = (id: string) => ({ params: { id } });
const freeAfter = async (id: string) => (await desk.call(getMoney, at(id))).body.freeAfter;
const waive = async (id: string) =>
  desk.call(setDiscount, { ...at(id), body: { discount: 700_00, discountBefore: 0, reason: 'Follow-up' } });
const move = async (id: string, date: string, more: object = {}) =>
  (await desk.call(rescheduleAppointment, { ...at(id), body: { date, time: '10:00', ...more } })).body;

it('is proposed within the days of a paid visit, and then given by anyone [P-9.15]', async () => {
  await visit({ date: '2026-11-13', amount: 700_00 });
  const late = await visit({ date: '2026-11-21' });
  expect(await freeAfter(late)).toBeNull();
  expect((await waive(late)).error?.code).toBe('discount.exceeded');
  await visit({ date: '2026-11-14', amount: 700_00 });
  expect(await freeAfter(late)).toBe('2026-11-14');
  expect((await waive(late)).body.due).toBe(0);
});

it('is freed by a visit of its service that owes nothing, and was not waived whole [P-9.113]', async () => {
  const injection = await buildService(app, clinic, { price_paise: 100_00 });
  const next = await visit({ date: '2026-11-21' });
  await visit({ date: '2026-11-15', amount: 1_00 });
  await visit({ date: '2026-11-16', amount: 700_00, service: injection });
  await visit({ date: '2026-11-17', amount: 0, discount: 700_00 });
  await visit({ date: '2026-11-18', amount: 400_00, discount: 200_00 });
  expect(await freeAfter(next)).toBeNull();
  await visit({ date: '2026-11-14', amount: 500_00, discount: 200_00 });
  expect(await freeAfter(next)).toBe('2026-11-14');
});

it('is to be paid where it is moved out of its days, and free again within them [P-9.114]', async () => {
  await visit({ date: '2026-11-20', amount: 700_00 });
  const id = await visit({ date: '2026-11-24', status: 'scheduled' });
  expect((await waive(id)).body).toMatchObject({ discount: 700_00, due: 0 });
  expect(await move(id, '2026-11-27')).toMatchObject({ discount: 700_00, due: 0 });
  expect(await move(id, '2026-11-28')).toMatchObject({ discount: 0, discountGiven: 700_00, due: 700_00 });
  expect(await freeAfter(id)).toBeNull();
  expect((await waive(id)).error?.code).toBe('discount.exceeded');
  expect(await move(id, '2026-11-25')).toMatchObject({ discount: 700_00, due: 0 });
  expect((await desk.call(getMoney, at(id))).body.discounts).toHaveLength(3);
});

it('is free no more as a visit of another service [P-9.114]', async () => {
  const surgery = await buildService(app, clinic, { price_paise: 50_000_00, position: 2 });
  await visit({ date: '2026-11-20', amount: 700_00 });
  const id = await visit({ date: '2026-11-24', status: 'scheduled' });
  await waive(id);
  expect(await move(id, '2026-11-24', { serviceId: surgery })).toMatchObject({ discount: 0, due: 50_000_00 });
  expect(await move(id, '2026-11-24', { serviceId: consultation })).toMatchObject({
    discount: 0,
    due: 700_00,
  });
});
