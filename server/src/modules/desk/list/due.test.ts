import type { Status } from '@samay/contract/bookings/statuses';
import {
  correctAppointment,
  getAppointment,
  listAppointments,
  mostOwed,
} from '@samay/contract/bookings/appointments';
import { setDiscount } from '@samay/contract/bookings/money';
import { getPatient } from '@samay/contract/people/patients';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testApp, type TestApp, testNow } from '../../../../test/fixtures/app.ts';
import { buildResource } from '../../../../test/fixtures/availability.ts';
import { keepMany } from '../../../../test/fixtures/by-hand.ts';
import {
  buildAppointment,
  type BuiltAppointment,
  buildTenant,
  type BuiltTenant,
  signInAs,
} from '../../../../test/fixtures/builders.ts';
import type { Client } from '../../../../test/fixtures/client.ts';
import { asPlatform } from '../../../db/tenant.ts';

// Tests the dues of bookings and how they are taken. The day is 21 November 2026.

let app: TestApp;
let clinic: BuiltTenant;
let desk: Client;
beforeAll(async () => {
  app = await testApp();
});
beforeEach(async () => {
  app.setNow(testNow);
  clinic = await buildTenant(app, { plan: 'enterprise' });
  desk = await signInAs(app, clinic);
});
afterAll(() => app.close());

async function priced(price: number | null, about: Partial<BuiltAppointment> = {}): Promise<string> {
  const id = await buildAppointment(app, clinic, { status: 'completed', ...about });
  await asPlatform(app, (tx) =>
    tx.updateTable('appointments').set({ price_paise: price }).where('id', '=', id).execute(),
  );
  return id;
}

const dueList = async (
  query: {
    search?: string;
    status?: 'all' | 'completed' | 'scheduled';
    limit?: number;
    cursor?: string;
  } = {},
) => (await desk.call(listAppointments, { query: { ...query, due: 'yes' } })).body;
const getNames = ({ items }: { items: { personName: string }[] }) =>
  items.map(({ personName }) => personName);

it('is one sum of a booking: in its details, the list, its total and with its person [P-9.93]', async () => {
  const id = await priced(70_000, { amount: 30_000 });
  const discount = { discount: 15_000, discountBefore: 0, reason: 'Goodwill' };
  await desk.call(setDiscount, { params: { id }, body: discount });
  const owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
  const { body: one } = await owner.call(getAppointment, { params: { id } });
  const { items, owed } = await dueList();
  const person = await owner.call(getPatient, { params: { id: one.patientId ?? '' } });
  const all = [one.due, items[0]?.due, owed?.total, person.body.owing[0]?.due];
  expect(all).toEqual([25_000, 25_000, 25_000, 25_000]);
});

describe('the list of what is due', () => {
  beforeEach(async () => {
    await priced(70_000, { personName: 'Nothing taken' });
    await priced(70_000, { personName: 'Half taken', amount: 30_000, date: '2026-11-20' });
    await priced(70_000, { personName: 'Here now', status: 'scheduled', time: '12:00' });
    await priced(70_000, { personName: 'Paid', amount: 70_000 });
    await priced(70_000, { personName: 'Paid more', amount: 80_000 });
    await priced(70_000, { personName: 'Cancelled', status: 'cancelled' });
    await priced(70_000, { personName: 'Did not come', status: 'no_show' });
    await priced(null, { personName: 'No price' });
    await priced(0, { personName: 'Free' });
    await priced(70_000, { personName: 'Tomorrow', status: 'scheduled', date: '2026-11-22' });
  });

  it('has the bookings up to today of which less than the price was taken, with what they add up to [P-9.18]', async () => {
    const list = await dueList();
    expect(getNames(list)).toEqual(['Nothing taken', 'Here now', 'Half taken']);
    expect(list.items.map(({ due }) => due)).toEqual([70_000, 70_000, 40_000]);
    expect(list.owed).toEqual({ total: 180_000, bookings: 3, hasMore: false });
    expect(list.counts).toMatchObject({ all: 9, cancelled: 1 });
    expect((await desk.call(listAppointments)).body).not.toHaveProperty('owed');
  });

  it('is searched, filtered and paged as the list is [P-9.18]', async () => {
    expect(getNames(await dueList({ search: 'taken' }))).toEqual(['Nothing taken', 'Half taken']);
    expect(getNames(await dueList({ status: 'scheduled' }))).toEqual(['Here now']);
    const first = await dueList({ limit: 2 });
    expect(getNames(first)).toEqual(['Nothing taken', 'Here now']);
    expect(getNames(await dueList({ limit: 2, cursor: first.next ?? '' }))).toEqual(['Half taken']);
  });

  it('is that of one doctor where one is chosen [P-5.47]', async () => {
    const resourceId = await buildResource(app, clinic);
    await priced(50_000, { personName: 'Of the doctor', resourceId });
    await priced(20_000, { personName: 'And another', resourceId, date: '2026-11-20' });
    await priced(20_000, { personName: 'Paid there', amount: 20_000, resourceId });
    const list = (await desk.call(listAppointments, { query: { due: 'yes', resource: resourceId } })).body;
    expect(getNames(list)).toEqual(['Of the doctor', 'And another']);
    expect(list).toMatchObject({
      owed: { total: 70_000, bookings: 2, hasMore: false },
      counts: { all: 3 },
      countsUpTo: 1_000,
    });
    expect(
      getNames(
        (
          await desk.call(listAppointments, {
            query: { due: 'yes', resource: resourceId, search: 'another' },
          })
        ).body,
      ),
    ).toEqual(['And another']);
  });

  it('changes at midnight in India, without a change of any booking [P-9.18]', async () => {
    app.setNow('2026-11-21T18:28:00Z');
    const late = await signInAs(app, clinic);
    const first = await late.call(listAppointments, { query: { due: 'yes' } });
    const headers = { 'if-none-match': String(first.headers['etag']) };
    const again = async () => late.send(listAppointments, { query: { due: 'yes' }, headers });
    app.setNow('2026-11-21T18:29:00Z');
    expect((await again()).status).toBe(304);
    app.setNow('2026-11-21T18:31:00Z');
    expect((await again()).body).toMatchObject({ items: [{ personName: 'Tomorrow' }, {}, {}, {}] });
  });

  it('leaves out what the plan hides [P-9.18]', async () => {
    clinic = await buildTenant(app, { plan: 'basic' });
    desk = await signInAs(app, clinic);
    for (let count = 0; count < 27; count += 1)
      await priced(10_000, { time: `10:${String(count).padStart(2, '0')}` });
    const list = await dueList();
    expect(list.items).toHaveLength(25);
    expect(list.owed).toEqual({ total: 250_000, bookings: 25, hasMore: false });
  });

  it('has nothing of another business, and adds up the latest thousand at most', async () => {
    const other = await signInAs(app, await buildTenant(app));
    expect((await other.call(listAppointments, { query: { due: 'yes' } })).body).toMatchObject({
      items: [],
      owed: { total: 0, bookings: 0 },
    });
    const [person_name, person_email, appointment_date, status] = [
      'Many',
      'many@people.example',
      '2025-01-01',
      'completed',
    ];
    const kept = {
      person_name,
      person_email,
      person_contact: null,
      appointment_date,
      status: status as Status,
      amount_paise: null,
      payment_method: null,
    };
    await asPlatform(app, async (tx) => {
      const person = await keepMany(tx, clinic.id, { kept, bookings: mostOwed });
      await sql`insert into appointments (tenant_id, reference, person_name, person_email, doctor, appointment_date, appointment_time, status, patient_id)
        select ${clinic.id}, 'many_' || n, ${person_name}, ${person_email}, 'Dr. Rao', ${appointment_date}::date, '10:00', ${status}, ${person}::uuid
        from generate_series(1, ${mostOwed}::int) as n returning id`.execute(tx);
      await sql`update appointments set price_paise = 100 where tenant_id = ${clinic.id} and person_name = 'Many'`.execute(
        tx,
      );
    });
    expect((await dueList()).owed).toEqual({
      total: 180_000 + (mostOwed - 3) * 100,
      bookings: mostOwed,
      hasMore: true,
    });
  });
});

describe('taking a payment', () => {
  it('is refused where the amount is another than was seen, and written once where two desks take the same [P-9.5]', async () => {
    const id = await priced(70_000);
    const take = (amount: number, paymentMethod: string, amountBefore: number | null) =>
      desk.call(correctAppointment, { params: { id }, body: { amount, paymentMethod, amountBefore } });
    expect((await take(30_000, 'UPI', null)).body).toMatchObject({
      amount: 30_000,
      due: 40_000,
      paymentMethod: 'UPI',
    });
    // A repeated request, or the other desk's.
    expect((await take(30_000, 'UPI', null)).body).toMatchObject({ amount: 30_000, due: 40_000 });
    expect(await take(70_000, 'Cash', null)).toMatchObject({
      status: 409,
      error: { code: 'payment.changed' },
    });
    expect((await take(70_000, 'Cash', 30_000)).body).toMatchObject({
      amount: 70_000,
      due: 0,
      paymentMethod: 'Cash + UPI',
    });
    // A correction without `amountBefore` is accepted: the cash is voided and written again.
    expect((await desk.call(correctAppointment, { params: { id }, body: { amount: 60_000 } })).body.due).toBe(
      10_000,
    );
  });

  it('has one outcome for many concurrent desks [P-9.5]', async () => {
    const id = await priced(70_000);
    const methods = ['UPI', 'Cash', 'Card', 'UPI', 'Cash', 'Card'];
    const replies = await Promise.all(
      methods.map((paymentMethod) =>
        desk.call(correctAppointment, {
          params: { id },
          body: { amount: 70_000, paymentMethod, amountBefore: null },
        }),
      ),
    );
    const { body } = await desk.call(getAppointment, { params: { id } });
    expect(body).toMatchObject({ amount: 70_000, due: 0 });
    expect(replies.map(({ status }, at) => [methods[at], status])).toEqual(
      methods.map((name) => [name, name === body.paymentMethod ? 200 : 409]),
    );
  });
});
