import {
  cancelAppointment,
  correctAppointment,
  createAppointment,
  rescheduleAppointment,
} from '@samay/contract/bookings/appointments';
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

// How many messages a change of a booking sends to the database in its transaction: what a request
// does not send, nobody waits for.

let app: TestApp;
let clinic: BuiltTenant;
let desk: Client;
beforeAll(async () => {
  app = await testApp();
  clinic = await buildTenant(app, { plan: 'enterprise', times: 'apart' });
  desk = await signInAs(app, clinic);
  // Other servers know this one, and statements are compiled.
  await desk.call(createAppointment, { body: newAppointment });
});
afterAll(() => app.close());

it('creates a booking with its lock and one statement that writes it; its event and the reply of its key are kept with the commit', async () => {
  const sent = await recorded(() =>
    desk.call(createAppointment, {
      body: { ...newAppointment, time: '15:00' },
      idempotencyKey: 'counted-1234',
    }),
  );
  expect(sent).toEqual([
    'begin: select locked.id,',
    'with placed',
    `insert into "outbox"; insert into idempotency_keys; ${committed}`,
  ]);
});

it('cancels a booking with its lock, one statement that writes it, and its event with the commit', async () => {
  const id = await buildAppointment(app, clinic);
  expect(await recorded(() => desk.call(cancelAppointment, { params: { id } }))).toEqual([
    'begin: select "appointments"."id",',
    'with given_up',
    `insert into "outbox"; ${committed}`,
  ]);
});

it('moves a booking with the locks of the plan and of what it occupies, and the count of the plan besides', async () => {
  const id = await buildAppointment(app, clinic, { doctor: 'Default Doctor' });
  const body = { date: '2026-11-25', time: '16:30' };
  const sent = await recorded(() => desk.call(rescheduleAppointment, { params: { id }, body }));
  expect(sent).toEqual([
    'begin: with seen',
    'select "appointments"."id",',
    'with latest',
    'select (',
    'with candidates',
    `insert into "outbox"; ${committed}`,
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
      .map(({ text }) => firstWords(text)),
  ).toEqual([]);
  expect(parts.map(({ text }) => firstWords(text))).toEqual(
    expect.arrayContaining(['with placed', 'with candidates', 'with named']),
  );
});

/** The change stamp is raised in one message with the commit. */
const committed = 'select raise_stamp($1::uuid); commit';

/**
 * The first words of the messages that a change sends in its transaction; of the first one, those
 * of its statement.
 */
async function recorded(change: () => Promise<{ status: number }>): Promise<string[]> {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  expect((await change()).status).toBeLessThan(300);
  // The announcer's own messages and the probes of idle connections may come between them, on other
  // connections.
  const texts = (query.mock.calls as unknown[][])
    .map(([first]) => textOf(first))
    .filter((text) => !/^select (?:pg_notify|1$)/.test(text));
  query.mockRestore();
  return texts
    .slice(
      texts.findIndex((text) => text.startsWith('begin')),
      texts.findIndex((text) => text.endsWith('commit')) + 1,
    )
    .map((text) => text.replace(/^begin; (?:set local [^;]*;\s*)+/, 'begin: '))
    .map((text) =>
      text.endsWith('commit')
        ? text.replaceAll(/\s*(insert into \S+)[^;]*/g, ' $1').trim()
        : firstWords(text),
    );
}

function firstWords(text: string): string {
  return /^(?:begin: )?\S+ ?\S*/.exec(text.replaceAll(/\s+/g, ' ').trim())?.[0] ?? '';
}

function textOf(sent: unknown): string {
  if (typeof sent !== 'object' || sent === null) return String(sent);
  // The embedded database announces in the transaction.
  if ('parts' in sent)
    return (sent.parts as unknown[])
      .map(textOf)
      .filter((text) => !text.includes('pg_notify'))
      .join('; ');
  return 'text' in sent ? String(sent.text) : '';
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
