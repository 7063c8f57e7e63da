import { createAppointment } from '@samay/contract/bookings/appointments';
import { getMoney, refundPayment, takePayment } from '@samay/contract/bookings/money';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/fixtures/app.ts';
import {
  buildAppointment,
  buildTenant,
  type BuiltTenant,
  signInAs,
} from '../../../../test/fixtures/builders.ts';
import type { Client } from '../../../../test/fixtures/client.ts';
import { newAppointment } from '../../../../test/fixtures/samples.ts';
import { asPlatform } from '../../../db/tenant.ts';

let app: TestApp;
let clinic: BuiltTenant;
let owner: Client;
let desk: Client;
beforeAll(async () => {
  app = await testApp();
  clinic = await buildTenant(app);
  owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
  desk = await signInAs(app, clinic, 'EMPLOYEE');
});
afterAll(() => app.close());

it.each([
  ['GPay', 'UPI'],
  ['Cash from Sunita Patil', 'Cash'],
  ['<b>Sunita owes</b>', 'Online'],
])('stores %j as %s, and its refund alike, in rows and on the booking [T-1.3]', async (typed, method) => {
  const id = await buildAppointment(app, clinic, { price: 700_00 });
  await desk.call(takePayment, {
    params: { id },
    body: { amount: 700_00, method: typed, amountBefore: null },
  });
  const payment = (await desk.call(getMoney, { params: { id } })).body.rows[0]?.id ?? '';
  await owner.call(refundPayment, {
    params: { id },
    body: { payment, amount: 100, method: typed, reason: 'Too much', amountBefore: 700_00 },
  });
  const { body: noted } = await desk.call(createAppointment, {
    body: { ...newAppointment, amount: null, paymentMethod: typed },
  });
  const stored = await asPlatform(app, async (tx) => [
    ...(await tx.selectFrom('payments').select('method').where('appointment_id', '=', id).execute()),
    ...(await tx
      .selectFrom('appointments')
      .select('payment_method as method')
      .where('id', 'in', [id, noted.id])
      .execute()),
  ]);
  expect(stored.map((row) => row.method)).toEqual([method, method, method, method]);
});
