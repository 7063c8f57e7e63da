import { cancelAppointment } from '@samay/contract/bookings/transitions';
import {
  correctAppointment,
  createAppointment,
  rescheduleAppointment,
} from '@samay/contract/bookings/appointments';
import { takePayment } from '@samay/contract/bookings/money';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { testApp, type TestApp } from '../../../../test/fixtures/app.ts';
import {
  buildAppointment,
  buildTenant,
  type BuiltTenant,
  signInAs,
} from '../../../../test/fixtures/builders.ts';
import type { Client } from '../../../../test/fixtures/client.ts';
import { testEngine } from '../../../../test/fixtures/database.ts';
import { newAppointment } from '../../../../test/fixtures/samples.ts';

// Counts the messages that a change of a booking sends to the database in its transaction.

let app: TestApp;
let clinic: BuiltTenant;
let desk: Client;
beforeAll(async () => {
  app = await testApp();
  clinic = await buildTenant(app, { plan: 'enterprise', times: 'apart' });
  desk = await signInAs(app, clinic);
  // Lets other servers know this one, and compiles the statements.
  await desk.call(createAppointment, { body: newAppointment });
});
afterAll(() => app.close());

const occupied = [
  'lock resources',
  'read resources',
  'read services',
  'read service_resources',
  'read price_rules',
  'read claims',
];
const places = ['lock subscriptions', 'read plans', 'read day_tallies'];
const noted = ['insert audit_log', 'insert outbox'];

it('creates a booking in two messages: locks and reads, then writes and the commit [P-6.32, S-2.3, S-2.4]', async () => {
  const sent = await recorded(() =>
    desk.call(createAppointment, {
      body: { ...newAppointment, time: '15:00' },
      idempotencyKey: 'counted-1234',
    }),
  );
  expect(sent).toEqual([
    [...places, ...occupied, 'lock drawers', 'lock patients', 'read change_stamps'],
    [
      'insert claims',
      'update patients',
      'insert appointments',
      'insert payments',
      'insert day_tallies',
      'insert payment_tallies',
      ...noted,
      'insert change_stamps',
      'insert idempotency_keys',
      'raise_stamp',
      'commit',
    ],
  ]);
});

it('cancels a booking in two [S-2.3, S-2.12]', async () => {
  const id = await buildAppointment(app, clinic);
  expect(await recorded(() => desk.call(cancelAppointment, { params: { id } }))).toEqual([
    ['lock appointments', 'read usage'],
    [
      'delete claims',
      'update patients',
      'update appointments',
      'update day_tallies',
      ...noted,
      'raise_stamp',
      'commit',
    ],
  ]);
});

it('takes money for a booking in two [S-2.3]', async () => {
  const id = await buildAppointment(app, clinic);
  const body = { amount: 500_00, method: 'UPI', amountBefore: null };
  expect(await recorded(() => desk.call(takePayment, { params: { id }, body }))).toEqual([
    ['lock appointments', 'read usage', 'read payments', 'lock drawers', 'read business_profiles'],
    [
      'update patients',
      'update appointments',
      'insert payments',
      'insert day_tallies',
      'insert payment_tallies',
      ...noted,
      'raise_stamp',
      'commit',
    ],
  ]);
});

it('moves a booking in three: what it may occupy is known once it is locked [S-2.3]', async () => {
  const id = await buildAppointment(app, clinic, { doctor: 'Default Doctor', date: '2026-11-24' });
  const body = { date: '2026-11-25', time: '16:30' };
  expect(await recorded(() => desk.call(rescheduleAppointment, { params: { id }, body }))).toEqual([
    [...places, 'lock appointments', 'read usage'],
    [...occupied, 'lock patients', 'read appointments'],
    [
      'delete claims',
      'insert claims',
      'update patients',
      'update appointments',
      'update day_tallies',
      'insert day_tallies',
      ...noted,
      'raise_stamp',
      'commit',
    ],
  ]);
});

it.runIf(testEngine === 'postgres')('prepares each statement of a change that has values', async () => {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  const { body } = await desk.call(createAppointment, { body: { ...newAppointment, time: '17:00' } });
  await desk.call(rescheduleAppointment, {
    params: { id: body.id },
    body: { date: '2026-11-25', time: '17:30' },
  });
  await desk.call(correctAppointment, {
    params: { id: body.id },
    body: { personName: 'Somebody Else', amount: 100 },
  });
  const parts = (query.mock.calls as unknown[][])
    .flatMap(([first]) => partsOf(first))
    .filter(({ text }) => /\$1\b/.test(text));
  query.mockRestore();
  expect(
    parts
      .filter(({ name, text }) => name === undefined && !text.includes('pg_notify'))
      .map(({ text }) => shortOf(text)),
  ).toEqual([]);
  expect(parts.map(({ text }) => shortOf(text))).toEqual(
    expect.arrayContaining(['insert claims', 'update appointments', 'lock patients', 'insert patients']),
  );
});

/**
 * Returns the messages that a change sends in its transaction, each as the verbs of its statements.
 */
async function recorded(change: () => Promise<{ status: number }>): Promise<string[][]> {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  expect((await change()).status).toBeLessThan(300);
  // Other connections may send messages in between: the announcer, the outbox, probes of idle
  // connections.
  const sent = (query.mock.calls as unknown[][]).map(([first]) => partsOf(first).map(({ text }) => text));
  query.mockRestore();
  const first = sent.findIndex(
    (texts) => texts.includes('begin') && texts.some((text) => text.includes('samay_app')),
  );
  const last = sent.findIndex((texts, at) => at > first && texts.includes('commit'));
  return sent
    .slice(first, last + 1)
    .map((texts) =>
      texts.filter((text) => !/^(?:begin|set local|select\s+pg_notify)/.test(text.trim())).map(shortOf),
    );
}

/** Shortens a statement to its verb and its table: `lock resources`. */
function shortOf(text: string): string {
  const plain = text.replaceAll('"', '').replaceAll(/\s+/g, ' ').trim();
  if (plain.startsWith('select raise_stamp')) return 'raise_stamp';
  if (plain.startsWith('select drawers.id')) return 'lock drawers';
  if (plain.startsWith('with latest')) return 'read usage';
  if (plain.startsWith('select appointments.id')) return 'lock appointments';
  const [, verb = '', table = ''] =
    /^(insert|update|delete|select)(?: into| from|.*? from)? (\w+)/.exec(plain) ?? [];
  if (verb !== 'select') return verb ? `${verb} ${table}` : plain;
  return /for (?:no key )?update/.test(plain) ? `lock ${table}` : `read ${table}`;
}

interface Part {
  readonly text: string;
  readonly name?: string | undefined;
}

function partsOf(sent: unknown): Part[] {
  if (typeof sent !== 'object' || sent === null) return [];
  if ('parts' in sent) return sent.parts as Part[];
  return 'text' in sent ? [sent as Part] : [];
}
