import { getImport, listImportRows, startImport, undoImport } from '@samay/contract/imports/imports';
import {
  correctAppointment,
  createAppointment,
  listAppointments,
  rescheduleAppointment,
} from '@samay/contract/bookings/appointments';
import { getMoney, takePayment, voidPayment } from '@samay/contract/bookings/money';
import { changeBookingMails } from '@samay/contract/reach/booking-mails';
import { getReports } from '@samay/contract/desk/reports';
import { getRevenue } from '@samay/contract/desk/revenue';
import { getSummary } from '@samay/contract/desk/summary';
import { listBookingPapers } from '@samay/contract/invoicing/papers';
import { getReceived } from '@samay/contract/ledger/received';
import { listPatients } from '@samay/contract/people/patients';
import { getUsage } from '@samay/contract/tenancy/subscriptions';
import type { ReadRow } from '@samay/contract/imports/rows';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp, testNow } from '../../../test/fixtures/app.ts';
import { buildResource, buildService } from '../../../test/fixtures/availability.ts';
import {
  buildAppointments,
  buildTenant,
  type BuiltTenant,
  signInAs,
} from '../../../test/fixtures/builders.ts';
import type { Client } from '../../../test/fixtures/client.ts';
import { RecordedStatements } from '../../../test/fixtures/database/recorded-statements.ts';
import { deliverDue } from '../../../test/fixtures/deliver-due.ts';
import { recordedMailbox } from '../../../test/fixtures/third-parties/mailbox.ts';
import { advanceAll, bookingRow, buildImport } from '../../../test/fixtures/imports/imports.ts';
import { testEngine } from '../../../test/fixtures/database.ts';
import { allRight, findWrongSums } from '../../../test/fixtures/money/wrong-sums.ts';
import { newAppointment } from '../../../test/fixtures/samples.ts';
import { asPlatform } from '../../db/tenant.ts';
import { checkStoredData } from '../platform/index.ts';
import { namingBookings } from './running/undo-booking-queries.ts';

let app: TestApp;
let clinic: BuiltTenant;
let owner: Client;
let rao: string;
const box = recordedMailbox();
const sent = new RecordedStatements();
beforeAll(async () => {
  app = await testApp({ dependencies: { mail: box.mailer } });
  sent.over(app.database);
});
afterAll(() => app.close());

async function fresh(businessType: 'doctor' | 'turf' = 'doctor'): Promise<void> {
  app.setNow(testNow);
  clinic = await buildTenant(app, { businessType });
  owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
  const isTurf = businessType === 'turf';
  rao = await buildResource(app, clinic, { name: isTurf ? 'Court 1' : 'Dr. Rao' });
  await buildService(app, clinic, { name: isTurf ? 'Cricket' : 'Consultation' });
}

type Row = Parameters<typeof bookingRow>[1];
const rowsOf = (bookings: readonly Row[]): ReadRow[] =>
  bookings.map((about, at) => bookingRow(at + 2, about));

async function look(id: string) {
  const one = (await owner.call(getImport, { params: { id } })).body;
  const { items } = (await owner.call(listImportRows, { params: { id } })).body;
  return { import: one, rows: items, outcomes: items.map(({ outcome }) => outcome) };
}

async function check(...bookings: readonly Row[]) {
  const by = owner.identity?.userId ?? '';
  const id = await buildImport(app, clinic, { kind: 'bookings', rows: rowsOf(bookings), by });
  await advanceAll(app);
  return { id, ...(await look(id)) };
}

async function bringIn(...bookings: readonly Row[]) {
  const { id } = await check(...bookings);
  await owner.call(startImport, { params: { id } });
  await advanceAll(app);
  return { id, ...(await look(id)) };
}

async function undo(id: string) {
  expect((await owner.call(undoImport, { params: { id } })).status).toBe(200);
  await advanceAll(app);
  return look(id);
}

const list = async (query: { status?: 'cancelled'; search?: string } = {}) =>
  (await owner.call(listAppointments, { query: { limit: 100, ...query } })).body.items;
const count = async (table: 'appointments' | 'payments' | 'claims' | 'patients' | 'outbox') =>
  asPlatform(app, async (tx) => {
    const found = await tx.selectFrom(table).select('tenant_id').where('tenant_id', '=', clinic.id).execute();
    return found.length;
  });

/** Expects that tallies and amounts are what their rows say. */
async function expectRight(): Promise<void> {
  expect(await findWrongSums(app.database, clinic.id)).toEqual(allRight);
  expect(await checkStoredData(app.dependencies)).toEqual([]);
}

const october = { from: '2026-10-01', to: '2026-10-31' };
const past: Row = { date: '2026-10-05', time: '10:00', resource: 'rao', service: 'consultation' };

it('brings in past bookings as completed, with what was paid, and owing only what a column says [P-15.78, P-15.100]', async () => {
  await fresh();
  const {
    id,
    import: done,
    outcomes,
  } = await bringIn(
    { ...past, pricePaise: 500_00, paidPaise: 400_00, method: 'UPI' },
    { ...past, time: '10:30', paidPaise: 300_00, duePaise: 200_00, method: 'Cash', note: 'Fever' },
    { ...past, time: '11:00', resource: 'Dr. Gone', service: 'Old service', pricePaise: 100_00 },
    { ...past, time: '11:30', status: 'no_show' },
    { ...past, time: '12:00', status: 'cancelled', paidPaise: 50_00 },
  );
  expect(outcomes).toEqual(['new', 'new', 'new', 'new', 'new']);
  expect(done).toMatchObject({ state: 'done', counts: { new: 5, refused: 0 } });
  const found = [...(await list()), ...(await list({ status: 'cancelled' }))];
  expect(
    found
      .toSorted((one, other) => (one.time < other.time ? -1 : 1))
      .map(({ status, price = null, amount = null, doctor, paymentMethod }) =>
        [status, price, amount, doctor, paymentMethod].join(' '),
      ),
  ).toEqual([
    'completed 40000 40000 Dr. Rao UPI',
    'completed 50000 30000 Dr. Rao Cash',
    'completed   Dr. Gone ',
    'no_show   Dr. Rao ',
    'cancelled 5000 5000 Dr. Rao ',
  ]);
  expect(found.map(({ reference }) => reference)).toContain(`imported_${id.slice(-12)}_0000002`);
  const [person] = (await owner.call(listPatients)).body.items;
  expect(person).toMatchObject({ name: 'Meera Joshi', bookings: 5, lastVisit: '2026-10-05' });
  expect(await count('claims')).toBe(0);
  await expectRight();
});

it('counts imported money as revenue by the booking’s date, in no drawer, no receipt and as never received [P-15.84]', async () => {
  await fresh();
  await bringIn(
    { ...past, paidPaise: 400_00, method: 'Cash' },
    { ...past, date: '2026-11-21', time: '08:00', paidPaise: 70_00 },
  );
  const revenue = (await owner.call(getRevenue, { query: october })).body;
  expect(revenue).toMatchObject({ total: 400_00 });
  const november = { from: '2026-11-01', to: '2026-11-30' };
  for (const query of [october, november])
    expect((await owner.call(getReceived, { query })).body).toMatchObject({ total: 0, days: [] });
  const reports = (await owner.call(getReports, { query: october })).body;
  expect(reports.bridge).toEqual([{ line: 'imported', paise: 400_00 }]);
  const [today] = await list();
  const papers = (await owner.call(listBookingPapers, { params: { id: today?.id ?? '' } })).body;
  expect(papers).toMatchObject({ papers: [], proposals: [] });
  const rows = await asPlatform(app, (tx) =>
    tx
      .selectFrom('payments')
      .select(['source', 'drawer_id', 'taken_by', 'taken_on'])
      .where('tenant_id', '=', clinic.id)
      .orderBy('taken_on')
      .execute(),
  );
  expect(rows).toEqual([
    { source: 'imported', drawer_id: null, taken_by: null, taken_on: '2026-10-05' },
    { source: 'imported', drawer_id: null, taken_by: null, taken_on: '2026-11-21' },
  ]);
  const params = { id: (await list()).find(({ date }) => date !== today?.date)?.id ?? '' };
  for (const body of [{ amount: 300_00 }, { paymentMethod: 'UPI' }, { paymentMethod: 'Cash' }])
    expect((await owner.call(correctAppointment, { params, body })).error).toBeUndefined();
  const right = (await owner.call(getMoney, { params })).body.rows.find(({ left }) => left > 0);
  expect((await owner.call(getReceived, { query: november })).body).toMatchObject({ total: 0, days: [] });
  expect((await owner.call(getReports, { query: october })).body.bridge).toMatchObject([{ paise: 300_00 }]);
  const body = { payment: right?.id ?? '', reason: 'Never came' };
  expect((await owner.call(voidPayment, { params, body })).body).toMatchObject({ amount: null });
});

it('claims the times of bookings to come, and lists those that are taken with what is in their way [P-15.79]', async () => {
  await fresh();
  await owner.call(createAppointment, {
    body: { ...newAppointment, date: '2026-12-01', time: '10:00', resourceId: rao, doctor: null },
  });
  const coming: Row = { date: '2026-12-01', time: '10:30', resource: 'Dr. Rao', service: 'Consultation' };
  const rows = [
    coming,
    { ...coming, time: '10:15' },
    { ...coming, person: { name: 'Ravi', contact: '98450 99999' }, minutes: 60 },
    { ...coming, time: '11:30', resource: 'Dr. Nobody' },
    { ...coming, time: '12:00', resource: undefined, paidPaise: 100_00, method: 'UPI' as const },
  ];
  const checked = await check(...rows);
  expect(checked.outcomes).toEqual(['new', 'refused', 'new', 'refused', 'new']);
  expect(checked.rows[1]?.problems[0]).toMatchObject({ code: 'time.taken', column: null });
  expect(checked.rows[1]?.problems[0]?.text).toContain(`${newAppointment.personName} (10:00`);
  expect(checked.rows[3]?.problems[0]).toMatchObject({ code: 'resource.unknown' });
  const { outcomes, rows: run } = await bringIn(...rows);
  expect(outcomes).toEqual(['new', 'refused', 'refused', 'refused', 'new']);
  expect(run[2]?.problems[0]?.code).toBe('time.taken');
  expect(await count('claims')).toBe(3);
  const taken = await owner.call(createAppointment, {
    body: { ...newAppointment, date: '2026-12-01', time: '10:30', resourceId: rao, doctor: null },
  });
  expect(taken.error?.code).toBe('slot.taken');
  await expectRight();
});

it('claims a time whose hold has ended, and none that is held [P-15.79]', async () => {
  await fresh();
  const at = (days: number) => new Date(Date.parse(testNow) + days * 86_400_000);
  await asPlatform(app, (tx) =>
    tx
      .insertInto('claims')
      .values(
        [
          ['2026-11-27T04:30:00Z', -1],
          ['2026-11-28T04:30:00Z', 1],
        ].map(([starts, until]) => ({
          tenant_id: clinic.id,
          resource_id: rao,
          starts_at: new Date(starts as string),
          ends_at: new Date(Date.parse(starts as string) + 1_800_000),
          held_by: randomUUID(),
          expires_at: at(until as number),
        })),
      )
      .execute(),
  );
  const time = { time: '10:00', resource: 'Dr. Rao' };
  const { outcomes } = await bringIn({ date: '2026-11-27', ...time }, { date: '2026-11-28', ...time });
  expect(outcomes).toEqual(['new', 'refused']);
});

it('claims each part of a whole court or none of it [P-15.79]', async () => {
  await fresh('turf');
  const half = await buildResource(app, clinic, { name: 'Half A', whole_id: rao });
  await buildResource(app, clinic, { name: 'Half B', whole_id: rao });
  const coming: Row = { date: '2026-12-01', time: '18:00', minutes: 60 };
  const { outcomes } = await bringIn(
    { ...coming, resource: 'Half A' },
    { ...coming, resource: 'Court 1', person: { name: 'Ravi', contact: '98450 99999' } },
    { ...coming, resource: 'Half B', person: { name: 'Asha', contact: '98450 88888' } },
    { ...coming, time: '19:00', resource: 'Court 1' },
  );
  expect(outcomes).toEqual(['new', 'refused', 'refused', 'new']);
  const claims = await asPlatform(app, (tx) =>
    sql<{
      of_half: boolean;
    }>`select resource_id = ${half} as of_half from claims where tenant_id = ${clinic.id}`.execute(tx),
  );
  expect(claims.rows.map(({ of_half: isOfHalf }) => String(isOfHalf)).toSorted()).toEqual([
    'false',
    'true',
    'true',
  ]);
});

it('brings the same file in once, and no two bookings of one person at one time [P-15.80]', async () => {
  await fresh();
  const rows = [past, past, { ...past, date: '2026-12-02', paidPaise: 100_00 }];
  expect((await bringIn(...rows)).outcomes).toEqual(['new', 'same', 'new']);
  expect((await bringIn(...rows)).outcomes).toEqual(['same', 'same', 'same']);
  expect([await count('appointments'), await count('payments'), await count('claims')]).toEqual([2, 1, 1]);
  await expectRight();
});

it('announces nothing, mails nobody and plans no reminder [P-15.81]', async () => {
  await fresh();
  const before = await count('outbox');
  await bringIn({ ...past, date: '2026-12-02', person: { email: 'meera@x.example' } }, past);
  expect(await count('outbox')).toBe(before);
  const kept = await asPlatform(app, (tx) =>
    tx
      .selectFrom('appointments')
      .select(['gets_reminders', 'source', 'counts_in_plan'])
      .distinct()
      .where('tenant_id', '=', clinic.id)
      .execute(),
  );
  expect(kept).toEqual([{ gets_reminders: false, source: 'imported', counts_in_plan: false }]);
});

it('reminds people of its bookings to come where the owner chose so, and of none that was taken back [P-15.92]', async () => {
  await fresh();
  await owner.call(changeBookingMails, { body: { isOn: true } });
  await deliverDue(app.dependencies);
  const person = { email: 'meera@x.example' };
  const { id } = await check({ ...past, date: '2026-12-02', person }, { ...past, person });
  await owner.call(startImport, { params: { id }, query: { reminders: 'yes' } });
  await advanceAll(app);
  const kinds = async () =>
    asPlatform(app, async (tx) => {
      const query = tx.selectFrom('outbox').select(['kind', 'delivered_at', 'given_up_at']);
      const found = await query
        .where('tenant_id', '=', clinic.id)
        .where('kind', 'like', 'reminder.%')
        .execute();
      return found.map((row) => `${row.kind} ${row.delivered_at || row.given_up_at ? 'over' : 'waits'}`);
    });
  await deliverDue(app.dependencies);
  expect(await kinds()).toEqual(['reminder.mail waits']);
  expect((await list()).map(({ date }) => date)).toHaveLength(2);
  await undo(id);
  // The reminder has expired: its effect ends, and no notice is kept of a deleted booking.
  app.setNow('2026-12-01T06:45:00.000Z');
  await deliverDue(app.dependencies);
  expect(await kinds()).not.toContain('reminder.mail waits');
  expect(box.emails('meera@x.example')).toEqual([]);
});

it('takes no place of the plan, hides nothing and is never hidden [P-4.44]', async () => {
  await fresh();
  const own = Array.from({ length: 26 }, (_, at) => ({
    date: '2026-11-20',
    time: `09:${10 + at}`,
    personName: `Own ${at}`,
  }));
  await buildAppointments(app, clinic, own.slice(0, 24));
  await bringIn(
    ...Array.from({ length: 30 }, (_, at): Row => ({
      ...past,
      date: '2026-11-10',
      time: `09:${10 + at}`,
      resource: undefined,
    })),
  );
  expect((await owner.call(getUsage)).body).toMatchObject({ used: 24, hidden: 0, limit: 25 });
  expect((await list()).length).toBe(54);
  await buildAppointments(app, clinic, own.slice(24));
  expect((await owner.call(getUsage)).body).toMatchObject({ used: 26, hidden: 1 });
  expect((await list()).length).toBe(55);
  expect((await list()).filter(({ date }) => date === '2026-11-10').length).toBe(30);
  const first = (await list()).find(({ date, time }) => `${date} ${time}` === '2026-11-10 09:10');
  expect((await list({ search: first?.reference ?? '' })).map(({ id }) => id)).toEqual([first?.id]);
  const summary = (await owner.call(getSummary)).body;
  expect(summary).toMatchObject({});
  const [imported] = (await list()).filter(({ date }) => date === '2026-11-10');
  expect(imported?.status).toBe('completed');
  await expectRight();
});

it('moves to another cycle without a place of the plan [P-4.44]', async () => {
  await fresh();
  await bringIn({ ...past, date: '2026-11-25', time: '09:00' });
  const [imported] = await list();
  await buildAppointments(
    app,
    clinic,
    Array.from({ length: 25 }, (_, at) => ({ date: '2026-12-20', time: `09:${10 + at}` })),
  );
  const moved = await owner.call(rescheduleAppointment, {
    params: { id: imported?.id ?? '' },
    body: { date: '2026-12-21', time: '09:00', resourceId: rao },
  });
  expect(moved.status).toBe(200);
  await expectRight();
});

it('refuses bookings of a locked month [P-15.82]', async () => {
  await fresh();
  await asPlatform(app, (tx) =>
    tx
      .updateTable('business_profiles')
      .set({ money_locked_until: '2026-10-31' })
      .where('tenant_id', '=', clinic.id)
      .execute(),
  );
  const { outcomes, rows } = await bringIn(past, { ...past, date: '2026-11-01' });
  expect(outcomes).toEqual(['refused', 'new']);
  expect(rows[0]?.problems[0]?.code).toBe('date.locked');
});

it('is taken back with its money, but for what was changed, paid or locked since [P-15.83, P-9.3]', async () => {
  await fresh();
  const about = (name: string, digit: number) => ({
    person: { name, contact: `98450 1111${digit}`, born: '1990' },
  });
  await owner.call(createAppointment, {
    body: { ...newAppointment, personName: 'Known', personContact: '98450 11119', personEmail: null },
  });
  const { id } = await bringIn(
    { ...past, ...about('Gone', 1), paidPaise: 400_00, method: 'Cash', note: 'Fever' },
    { ...past, ...about('Gone', 1), time: '10:30' },
    { ...past, ...about('Known', 9), time: '11:00', paidPaise: 100_00 },
    { ...past, ...about('Paid', 2), time: '11:30', duePaise: 300_00 },
    { ...past, ...about('Moved', 3), date: '2026-12-02' },
    { ...past, ...about('Coming', 4), date: '2026-12-03' },
    { ...past, ...about('Fee', 5), time: '12:30', status: 'cancelled', paidPaise: 50_00, method: 'UPI' },
    { ...past, ...about('Locked', 6), date: '2026-08-05' },
  );
  const found = await list();
  const idOf = (name: string) => found.find(({ personName }) => personName === name)?.id ?? '';
  app.setNow(new Date(Date.parse(testNow) + 60_000).toISOString());
  const paid = await owner.call(takePayment, {
    params: { id: idOf('Paid') },
    body: { amount: 300_00, method: 'Cash', amountBefore: null },
  });
  const moved = await owner.call(rescheduleAppointment, {
    params: { id: idOf('Moved') },
    body: { date: '2026-12-04', time: '10:00', resourceId: rao },
  });
  expect([paid.error, moved.error]).toEqual([undefined, undefined]);
  await asPlatform(app, (tx) =>
    tx
      .updateTable('business_profiles')
      .set({ money_locked_until: '2026-08-31' })
      .where('tenant_id', '=', clinic.id)
      .execute(),
  );
  const { import: undone, rows } = await undo(id);
  expect(undone.undone).toEqual({ removed: 5, stayed: 3 });
  expect(rows.map(({ stayedBecause }) => stayedBecause)).toEqual([
    null,
    null,
    null,
    'changed',
    'changed',
    null,
    null,
    'locked',
  ]);
  const names = (await owner.call(listPatients)).body.items.map(({ name }) => name).toSorted();
  expect(names).toEqual(['Known', 'Locked', 'Moved', 'Paid']);
  expect(await count('appointments')).toBe(4);
  expect((await owner.call(getRevenue, { query: october })).body.total).toBe(300_00);
  await expectRight();
});

it('waits for the disk in its undo alone, and has a minute for no statement of its run but its end, for whose locks a desk waits [T-2.56]', async () => {
  await fresh();
  /** Returns the settings of the steps that the job does. */
  const steps = async () => {
    await sent.during(() => advanceAll(app));
    const found = sent.transactions.filter((each) => each.includes('select line from imports'));
    return found.map((each) => [
      each.includes('synchronous_commit = off') ? 'off' : 'on',
      each.includes(`statement_timeout = '60s'`) ? 60 : 5,
    ]);
  };
  const by = owner.identity?.userId ?? '';
  const id = await buildImport(app, clinic, { kind: 'bookings', rows: rowsOf([past]), by });
  const end = ['off', 60];
  expect(await steps()).toEqual([['off', 60], ['off', 60], end]);
  await owner.call(startImport, { params: { id } });
  expect(await steps()).toEqual([['off', 5], ['off', 5], end]);
  await owner.call(undoImport, { params: { id } });
  expect(await steps()).toEqual([['on', 60], ['on', 60], end]);
});

it.runIf(testEngine === 'postgres')(
  'goes on with other files while another server ends the check of one',
  async () => {
    await fresh();
    const by = owner.identity?.userId ?? '';
    const one = await buildImport(app, clinic, { kind: 'bookings', rows: rowsOf([past]), by });
    const other = await buildImport(app, clinic, { kind: 'bookings', rows: rowsOf([past]), by });
    const states = async () => [(await look(one)).import.state, (await look(other)).import.state];
    await asPlatform(app, async (tx) => {
      await tx.selectFrom('imports').select('id').where('id', '=', one).forUpdate().execute();
      await advanceAll(app);
      expect(await states()).toEqual(['checking', 'ready']);
    });
    await advanceAll(app);
    expect(await states()).toEqual(['ready', 'ready']);
  },
);

it('knows for its undo each table that names a booking [P-15.83]', async () => {
  const { rows } = await app.database.pool.query<{ name: string }>(
    `select distinct conrelid::regclass::text as name from pg_constraint
     where contype = 'f' and confrelid = 'appointments'::regclass`,
  );
  const known = Object.values(namingBookings).flat();
  expect(rows.map(({ name }) => name).toSorted()).toEqual(known.toSorted());
});
