import { cancelAppointment, undoCancel } from '@samay/contract/bookings/transitions';
import { getAppointment } from '@samay/contract/bookings/appointments';
import { addExpense, closeDrawer, getDrawer, reopenDrawer } from '@samay/contract/ledger/drawers';
import { createAppointment } from '@samay/contract/bookings/appointments';
import {
  getMoney,
  refundAdvance,
  refundPayment,
  setDiscount,
  takeAdvance,
  takePayment,
  voidPayment,
} from '@samay/contract/bookings/money';
import { listBookingPapers, makePaper } from '@samay/contract/invoicing/papers';
import { listServices } from '@samay/contract/availability/services';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testApp, type TestApp, testNow } from '../../../../test/fixtures/app.ts';
import { buildService } from '../../../../test/fixtures/availability.ts';
import {
  buildAdvance,
  buildAppointment,
  buildTenant,
  type BuiltTenant,
  signInAs,
} from '../../../../test/fixtures/builders.ts';
import type { Client } from '../../../../test/fixtures/client.ts';
import { asPlatform } from '../../../db/tenant.ts';

// Tests amounts and numbers of rows that no real day reaches: each is refused with a sentence.

const crore = 1_000_000_000;
let app: TestApp;
let clinic: BuiltTenant;
let owner: Client;
beforeAll(async () => {
  app = await testApp();
});
beforeEach(async () => {
  app.setNow(testNow);
  clinic = await buildTenant(app, { plan: 'enterprise' });
  owner = await signInAs(app, clinic, 'BUSINESS_OWNER', { name: 'Priya Nair' });
});
afterAll(() => app.close());

const at = (id: string) => ({ params: { id } });
const run = async (statement: RawBuilder<unknown>) => asPlatform(app, (tx) => statement.execute(tx));
const take = async (id: string, amount: number, amountBefore: number | null) =>
  owner.send(takePayment, { ...at(id), body: { amount, method: 'Cash', amountBefore } });
const toRows = async (id: string) => (await owner.call(getMoney, at(id))).body.rows;

async function refundAll(id: string, payment: string, method: string): Promise<void> {
  const back = { payment, amount: crore, method, reason: 'Goodwill', lowers: false };
  const body = { ...back, amountBefore: crore };
  await owner.call(refundPayment, { ...at(id), body });
}

describe('a booking of one crore', () => {
  it('refuses that a refund is voided where more was taken meanwhile [S-1.7]', async () => {
    const id = await buildAppointment(app, clinic, { status: 'completed', price: crore });
    await take(id, crore, null);
    await refundAll(id, (await toRows(id))[0]?.id ?? '', 'Cash');
    expect((await take(id, crore, null)).status).toBe(200);
    const refund = (await toRows(id)).find(({ kind }) => kind === 'refund');
    const body = { payment: refund?.id ?? '', reason: 'Wrong amount' };
    const { status, error } = await owner.send(voidPayment, { ...at(id), body });
    expect([status, error?.code]).toEqual([409, 'payment.above_most']);
    expect(await toRows(id)).toHaveLength(3);
  });

  it('gets back of its advance what it has room for, where its cancel is undone [S-1.7]', async () => {
    const id = await buildAppointment(app, clinic, { date: '2026-11-23', price: crore });
    await take(id, crore, null);
    const [paid] = await toRows(id);
    const back = { payment: paid?.id ?? '', amount: crore - 100, method: 'UPI', reason: 'Paid twice' };
    await owner.call(refundPayment, { ...at(id), body: { ...back, amountBefore: crore } });
    await take(id, crore - 100, 100);
    await owner.call(cancelAppointment, { ...at(id), body: { money: 'advance' } });
    const refund = (await toRows(id)).find(({ kind }) => kind === 'refund');
    const voided = { payment: refund?.id ?? '', reason: 'Wrong amount' };
    expect((await owner.send(voidPayment, { ...at(id), body: voided })).status).toBe(200);
    expect((await owner.send(undoCancel, at(id))).status).toBe(200);
    expect((await owner.call(getAppointment, at(id))).body).toMatchObject({
      status: 'scheduled',
      amount: crore,
    });
    expect((await owner.call(getMoney, at(id))).body.advance).toBe(crore - 100);
  });

  it('is not made where the hours of its price exceed one crore [S-1.7]', async () => {
    await buildService(app, clinic, { duration_min: 720, priced_per: 'hour', price_paise: crore });
    const [service] = (await owner.call(listServices)).body.items.filter(({ price }) => price === crore);
    const { status, error } = await owner.send(createAppointment, {
      body: {
        personName: 'Sunita Patil',
        personContact: '98230 11223',
        doctor: 'Dr. Rao',
        date: '2026-11-23',
        time: '10:00',
        serviceId: service?.id ?? '',
      },
    });
    expect([status, error?.code]).toEqual([409, 'payment.above_most']);
  });
});

describe('a drawer with more than one crore', () => {
  it('is closed, opened with the rest, and reopened [S-1.7]', async () => {
    for (let taken = 0; taken < 3; taken += 1) {
      const id = await buildAppointment(app, clinic, { status: 'completed', price: crore });
      await take(id, crore, null);
    }
    for (let noted = 0; noted < 6; noted += 1)
      await owner.call(addExpense, { body: { paise: noted < 3 ? crore : -crore, reason: 'Bank' } });
    const { period, expected } = (await owner.call(getDrawer, { query: {} })).body;
    expect(expected).toBe(3 * crore);
    const all = 3 * crore;
    const body = { counted: all, handedOver: 100, period, expected: all };
    const closed = await owner.call(closeDrawer, { body });
    expect([closed.status, closed.body.difference]).toEqual([201, 0]);
    expect((await owner.call(getDrawer, { query: {} })).body.opening).toBe(3 * crore - 100);
    const reopened = await owner.send(reopenDrawer, {
      ...at(closed.body.id),
      body: { reason: 'Counted again' },
    });
    expect(reopened.status).toBe(200);
  });

  it('is closed where its expenses alone are beyond [S-1.7]', async () => {
    for (let noted = 0; noted < 3; noted += 1)
      await owner.call(addExpense, { body: { paise: crore, reason: 'Bank' } });
    const { period, expected } = (await owner.call(getDrawer, { query: {} })).body;
    const body = { counted: 0, period, expected, note: 'From the bank' };
    expect((await owner.send(closeDrawer, { body })).status).toBe(201);
  });
});

/** Writes rows of money as they are after many requests, all but the last. */
async function fill(account: 'appointment_id' | 'patient_id', id: string, count: number): Promise<void> {
  await run(sql`insert into payments (tenant_id, id, kind, ${sql.ref(account)}, paise, method, taken_at)
    select ${clinic.id}, gen_random_uuid(), 'payment', ${id}, 100, 'UPI', ${testNow}::timestamptz
    from generate_series(1, ${count}::int)`);
}

describe('rows that no real day has', () => {
  it('are refused beyond 200 of a booking’s money, and what gives it back is not [S-1.7]', async () => {
    const id = await buildAppointment(app, clinic, { date: '2026-11-23', price: crore });
    await fill('appointment_id', id, 199);
    expect((await take(id, 100, null)).status).toBe(200);
    const { status, error } = await take(id, 100, 200_00);
    expect([status, error?.code]).toEqual([409, 'payment.too_many']);
    expect(await toRows(id)).toHaveLength(200);
    const refused = run(sql`insert into payments (tenant_id, id, kind, appointment_id, paise, taken_at)
      values (${clinic.id}, gen_random_uuid(), 'payment', ${id}, 100, now())`);
    await expect(refused).rejects.toThrow();
    const cancelled = await owner.call(cancelAppointment, {
      ...at(id),
      body: { money: 'refund', method: 'UPI' },
    });
    expect([cancelled.status, cancelled.body.amount]).toEqual([200, null]);
  });

  it('are refused beyond 1,000 of a person’s advance, which can be given back and spent [S-1.7]', async () => {
    const id = await buildAppointment(app, clinic, { date: '2026-11-23', price: crore });
    const { rows } = await asPlatform(app, async (tx) =>
      sql<{
        patient_id: string;
      }>`select patient_id from appointments where tenant_id = ${clinic.id} and id = ${id}`.execute(tx),
    );
    const patientId = rows[0]?.patient_id ?? '';
    await buildAdvance(app, clinic, patientId, 100);
    await fill('patient_id', patientId, 999);
    await run(
      sql`update patients set advance_paise = 100000 where tenant_id = ${clinic.id} and id = ${patientId}`,
    );
    const more = await owner.send(takeAdvance, { ...at(id), body: { amount: 100, method: 'UPI' } });
    expect([more.status, more.error?.code]).toEqual([409, 'advance.too_many']);
    const body = { amount: 50_00, method: 'UPI', reason: 'Goodwill' };
    expect((await owner.send(refundAdvance, { ...at(id), body })).status).toBe(200);
    const spent = { amount: 950_00, method: 'Advance', amountBefore: null };
    expect((await owner.send(takePayment, { ...at(id), body: spent })).status).toBe(200);
  });

  it('are refused beyond 200 changes of a discount [S-1.7]', async () => {
    const id = await buildAppointment(app, clinic, { date: '2026-11-23', price: 700_00 });
    await run(sql`insert into discounts (tenant_id, id, appointment_id, paise, reason, given_at)
      select ${clinic.id}, gen_random_uuid(), ${id}, case when n % 2 = 0 then -100 else 100 end, 'Goodwill', now()
      from generate_series(1, 200) as n`);
    const body = { discount: 100, reason: 'Goodwill', discountBefore: 0 };
    const { status, error } = await owner.send(setDiscount, { ...at(id), body });
    expect([status, error?.code]).toEqual([409, 'discount.too_many']);
  });

  it('are refused beyond 200 papers of a booking [S-1.7]', async () => {
    const id = await buildAppointment(app, clinic, { status: 'completed', price: 700_00 });
    await run(
      sql`insert into paper_series (tenant_id, series, last_number) values (${clinic.id}, 'R/26-27', 200)`,
    );
    await run(sql`insert into papers (tenant_id, id, kind, number, series, position, dated, made_at, appointment_id,
        total_paise, taxable_paise, cgst_paise, sgst_paise, content)
      select ${clinic.id}, gen_random_uuid(), 'bill_of_supply', 'R/26-27/' || lpad(n::text, 6, '0'), 'R/26-27', n,
        '2026-11-20', '2026-11-20', ${id}, 1, 1, 0, 0, '{}' from generate_series(1, 200) as n`);
    await take(id, 700_00, null);
    const [proposal] = (await owner.call(listBookingPapers, at(id))).body.proposals;
    const body = { kind: 'receipt', total: proposal?.total ?? 0 } as const;
    const { status, error } = await owner.send(makePaper, { ...at(id), body });
    expect([status, error?.code]).toEqual([409, 'paper.too_many']);
  });
});
