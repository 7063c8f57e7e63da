import * as contract from '@samay/contract/bookings/appointments';
import * as transitions from '@samay/contract/bookings/transitions';
import { noteDelay, undoDelay } from '@samay/contract/bookings/delays';
import { createSeries, moveSeries, cancelSeries } from '@samay/contract/bookings/series';
import { writeNote } from '@samay/contract/desk/visits';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { testApp, testNow, type TestApp } from '../../../../test/fixtures/app.ts';
import { buildResource } from '../../../../test/fixtures/availability.ts';
import { buildTenant, type BuiltTenant, signInAs } from '../../../../test/fixtures/builders.ts';
import type { Client } from '../../../../test/fixtures/client.ts';
import { png } from '../../../../test/fixtures/sample-files.ts';
import { upload } from '../../../../test/fixtures/send-upload.ts';
import { asPlatform } from '../../../db/tenant.ts';

let app: TestApp;
let clinic: BuiltTenant;
let owner: Client;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  app.setNow(testNow);
  clinic = await buildTenant(app, { times: 'apart', plan: 'enterprise' });
  owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
});

const sunita = {
  personName: 'Sunita Patil',
  personEmail: 'sunita@people.example',
  personContact: '98200 11223',
};
const start = { date: '2026-11-27', time: '17:00' };
const booking = { ...sunita, ...start, doctor: 'Default Doctor' };

it('has before and after of what changed, and nothing that a person typed [P-15.3]', async () => {
  const [doctor, service] = [await getId('resources'), await getId('services')];
  const other = await buildResource(app, clinic, { name: 'Dr. Shah' });
  const paid = { amount: 20_000, paymentMethod: 'Cash from Sunita Patil', paymentId: 'sunita@upi' };
  const { id } = (await owner.call(contract.createAppointment, { body: { ...booking, ...paid } })).body;
  const params = { id };
  const made = { resource: doctor, service, duration: 30, amount: 20_000, method: 'Cash', paymentId: true };
  expect(await latest()).toEqual({ after: { ...start, ...made } });

  const corrected = { amount: 0, paymentMethod: 'UPI', paymentId: null, personName: 'Sunita Patel' };
  await owner.call(contract.correctAppointment, { params, body: corrected });
  expect(await latest()).toEqual({
    ...start,
    before: { amount: 20_000, method: 'Cash', paymentId: true },
    after: { amount: 0, method: 'UPI', paymentId: false },
    changed: ['name'],
  });
  const contact = { personEmail: null, personContact: '98200 44556' };
  await owner.call(contract.correctAppointment, { params, body: contact });
  expect(await latest()).toEqual({ ...start, changed: ['email', 'contact'] });

  const moved = { date: '2026-11-21', time: '18:00' };
  await owner.call(contract.rescheduleAppointment, { params, body: { ...moved, resourceId: other } });
  expect(await latest()).toEqual({
    before: { ...start, resource: doctor },
    after: { ...moved, resource: other },
  });
  await owner.call(contract.rescheduleAppointment, { params, body: { ...moved, duration: 60 } });
  expect(await latest()).toEqual({ ...moved, before: { duration: 30 }, after: { duration: 60 } });

  const { markArrived, startVisit, undoStart, undoArrival } = transitions;
  for (const verb of [markArrived, startVisit, undoStart, undoArrival]) {
    await owner.send(verb, { params });
    expect(await latest()).toEqual(moved);
  }
  await owner.call(noteDelay, { params, body: { minutes: 15 } });
  expect(await latest()).toEqual({ ...moved, before: { delay: null }, after: { delay: 15 } });
  await owner.call(undoDelay, { params });
  expect(await latest()).toEqual({ ...moved, before: { delay: 15 }, after: { delay: null } });
  for (const [verb, was, is] of [
    [transitions.completeAppointment, 'scheduled', 'completed'],
    [transitions.undoCompletion, 'completed', 'scheduled'],
    [transitions.markNoShow, 'scheduled', 'no_show'],
    [transitions.reopenAppointment, 'no_show', 'scheduled'],
  ] as const) {
    await owner.send(verb, { params });
    expect(await latest()).toEqual({ ...moved, before: { status: was }, after: { status: is } });
  }
  await owner.call(transitions.markNoShow, { params });
  await owner.call(transitions.reopenAppointmentAt, { params, body: start });
  expect(await latest()).toEqual({
    before: { ...moved, status: 'no_show' },
    after: { ...start, status: 'scheduled' },
  });
  await upload(app, owner, id, [{ fileName: 'Sunita Patel.png', mediaType: 'image/png', content: png() }]);
  expect(await latest()).toEqual({ ...start, file: expect.any(String), replaced: null });
  await owner.call(writeNote, { params, body: { text: 'Sunita Patel is well', version: 0 } });
  expect(await latest()).toEqual({});
  await owner.call(transitions.cancelAppointment, { params });
  expect(await latest()).toEqual({
    ...start,
    before: { status: 'scheduled' },
    after: { status: 'cancelled' },
  });
  expect(await everyDetail()).not.toMatch(/sunita|pat[ie]l|98200|44556|@|\.png/i);
});

it('says that a booking was made over another one, and not the typed reason', async () => {
  await owner.call(contract.createAppointment, { body: booking });
  const over = { ...booking, personName: 'Ravi Joshi', overbookedReason: 'Ravi Joshi has a fever' };
  const { id } = (await owner.call(contract.createAppointment, { body: over })).body;
  expect(await latest()).toMatchObject({ after: start, overbooked: true });
  const moved = { ...start, date: '2026-11-28' };
  await owner.call(contract.rescheduleAppointment, { params: { id }, body: moved });
  expect(await latest()).toEqual({ before: start, after: moved });
  const back = { ...start, overbookedReason: 'Ravi Joshi has a fever' };
  await owner.call(contract.rescheduleAppointment, { params: { id }, body: back });
  expect(await latest()).toEqual({ before: moved, after: start, overbooked: true });
  await owner.call(transitions.cancelAppointment, { params: { id } });
  expect(await latest()).not.toHaveProperty('overbooked');
  expect(await everyDetail()).not.toMatch(/ravi|fever/i);
});

it('has an entry for each booking of a series, with its day', async () => {
  const { date: _date, time: _time, ...shared } = booking;
  const days = ['2026-11-27', '2026-12-04'];
  const occurrences = days.map((date) => ({ date, time: '17:00' }));
  const { seriesId, items } = (await owner.call(createSeries, { body: { ...shared, occurrences } })).body;
  const params = { id: items[0]?.id ?? '' };
  expect(await latest(2)).toMatchObject(
    days.map((date) => ({ after: { date, time: '17:00' }, series: seriesId })),
  );
  const moving = { scope: 'all', before: start, date: '2026-11-28', time: '18:00' } as const;
  await owner.call(moveSeries, { params, body: moving });
  expect(await latest(2)).toEqual(
    [
      ['2026-11-27', '2026-11-28'],
      ['2026-12-04', '2026-12-05'],
    ].map(([was, is]) => ({
      before: { date: was, time: '17:00' },
      after: { date: is, time: '18:00' },
      series: seriesId,
    })),
  );
  const cancelling = { scope: 'all', before: { date: '2026-11-28', time: '18:00' } } as const;
  await owner.call(cancelSeries, { params, body: cancelling });
  expect(await latest(2)).toEqual(
    ['2026-11-28', '2026-12-05'].map((date) => ({
      date,
      time: '18:00',
      before: { status: 'scheduled' },
      after: { status: 'cancelled' },
      series: seriesId,
    })),
  );
});

/**
 * Returns the detail of the latest audit row, or of the latest `count` rows in the order of their
 * writing.
 */
async function latest(): Promise<unknown>;
async function latest(count: number): Promise<unknown[]>;
async function latest(count?: number): Promise<unknown> {
  const { rows } = await asPlatform(app, (tx) =>
    sql<{
      detail: unknown;
    }>`select detail from audit_log join audit_waiting on audit_waiting.tenant_id = audit_log.tenant_id
      and audit_waiting.audit_id = audit_log.id where audit_log.tenant_id = ${clinic.id} order by sequence desc
      limit ${count ?? 1}`.execute(tx),
  );
  const details = rows.map(({ detail }) => detail).toReversed();
  return count === undefined ? details[0] : details;
}

async function everyDetail(): Promise<string> {
  const { rows } = await asPlatform(app, (tx) =>
    sql<{
      text: string;
    }>`select string_agg(detail::text, ' ') as text from audit_log where tenant_id = ${clinic.id}`.execute(
      tx,
    ),
  );
  return rows[0]?.text ?? '';
}

async function getId(table: 'resources' | 'services'): Promise<string> {
  const { id } = await asPlatform(app, (tx) =>
    tx.selectFrom(table).select('id').where('tenant_id', '=', clinic.id).executeTakeFirstOrThrow(),
  );
  return id;
}
