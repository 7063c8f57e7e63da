import * as contract from '@samay/contract/bookings/appointments';
import * as transitions from '@samay/contract/bookings/transitions';
import { cancelSeries, createSeries, moveSeries } from '@samay/contract/bookings/series';
import type { Endpoint } from '@samay/contract/core/endpoint';
import { addDays, indiaDate } from '@samay/contract/core/time';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../../src/app.ts';
import { openPostgres } from '../../../src/db/engines/postgres/open-postgres.ts';
import { testApp, type TestApp, testNow } from '../../fixtures/app.ts';
import { buildResource } from '../../fixtures/availability.ts';
import { buildTenant, type BuiltTenant, signInAs } from '../../fixtures/builders.ts';
import type { Client } from '../../fixtures/client.ts';
import { testEngine } from '../../fixtures/database.ts';
import { loginUrl } from '../../fixtures/database/postgres-template.ts';
import { isFull, printInvariant } from '../../fixtures/invariants/invariant.ts';

// Books, at six desks concurrently, the days of two doctors and their free times. Every verb that
// gives up or moves a claim takes its locks in the order of decision 0047, so no two wait for each
// other.

const desks = 6;
const rounds = isFull ? 45 : 4;
const day = indiaDate(new Date(testNow));
const person = { personName: 'Aarav Deshpande', personEmail: 'aarav@people.example' };

let app: TestApp;
/** An app with a separate pool, whose counts of deadlocks are complete after it has ended. */
let busy: TestApp;
let clinic: BuiltTenant;
let desk: Client;
/** The doctors in the order of their ids, which is the order of their locks. */
let doctors: string[];

const book = async (time: string, more: object = {}) =>
  desk.send(contract.createAppointment, {
    body: { ...person, date: day, time, duration: 5, resourceId: doctors[0], amount: 50_000, ...more },
  }) as Promise<{ status: number; body: { id: string } }>;
const change = async (endpoint: Endpoint, id: string, body?: object) =>
  desk.send(endpoint, { params: { id }, body });
const bookSeries = async (time: string, turn: number) =>
  desk.send(createSeries, {
    body: {
      ...person,
      duration: 5,
      resourceId: doctors[0],
      occurrences: [0, 1, 2].map((at) => ({
        date: addDays(day, at),
        time,
        resourceId: doctors[(at + turn) % doctors.length],
      })),
    },
  }) as Promise<{ status: number; body: { items: { id: string }[] } }>;

/**
 * The presses of a desk at its own times, concurrently with the other desks; returns the answers.
 */
type Work = (time: string, turn: number) => Promise<{ status: number }[]>;
const cancel: Work = async (time, turn) => {
  const made = await book(time, { date: addDays(day, turn % 3), resourceId: doctors[turn % 2] });
  return [made, await change(transitions.cancelAppointment, made.body.id)];
};
const freeing: Record<string, Work> = {
  cancel,
  'no-show, reopened and missed again': async (time) => {
    const made = await book(time);
    const verbs = [transitions.markNoShow, transitions.reopenAppointment, transitions.markNoShow];
    const answers = [];
    for (const verb of verbs) answers.push(await change(verb, made.body.id));
    return [made, ...answers];
  },
  'move to another doctor and day': async (time, turn) => {
    const made = await book(time, { resourceId: doctors[turn % 2] });
    const to = { date: addDays(day, turn % 2), time, resourceId: doctors[(turn + 1) % 2] };
    return [made, await change(contract.rescheduleAppointment, made.body.id, to)];
  },
  'cancel a series with two doctors': async (time, turn) => {
    const made = await bookSeries(time, turn);
    const id = made.body.items[1]?.id ?? '';
    const asked = { scope: 'all', before: { date: addDays(day, 1), time } };
    return [made, await change(cancelSeries, id, asked)];
  },
  'move a series to one doctor, also back in time': async (time, turn) => {
    const made = await bookSeries(time, turn);
    const id = made.body.items[2]?.id ?? '';
    const before = { date: addDays(day, 2), time };
    const to = { before, date: addDays(day, turn % 2 === 0 ? 2 : 4), time, resourceId: doctors[turn % 2] };
    return [made, await change(moveSeries, id, { scope: 'all', ...to })];
  },
};

describe.runIf(testEngine === 'postgres')('six desks', () => {
  beforeAll(async () => {
    app = await testApp();
    const database = await openPostgres({ url: loginUrl(app.ownerUrl ?? ''), poolSize: desks });
    const dependencies = { ...app.dependencies, database };
    const server = await buildApp(dependencies);
    busy = {
      ...app,
      app: server,
      dependencies,
      close: async () => {
        await server.close();
        await database.close();
      },
    };
  });
  afterAll(() => app.close());

  it.each(Object.entries(freeing))(
    'frees times while others book: %s [I-30]',
    { timeout: 300_000 },
    async (_, work) => {
      clinic = await buildTenant(app, { plan: 'enterprise', times: 'apart', paidUntil: null });
      desk = await signInAs(busy, clinic);
      doctors = (
        await Promise.all([buildResource(app, clinic), buildResource(app, clinic, { position: 1 })])
      ).toSorted();
      const answers: Record<number, number> = {};
      await Promise.all(
        Array.from({ length: desks }, async (_desk, at) => {
          for (let round = 0; round < rounds; round += 1) {
            const minutes = 5 * (round * desks + at);
            const time = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
            const own = at % 2 === 0 ? work : cancel;
            for (const { status } of await own(time, at + round))
              answers[status] = (answers[status] ?? 0) + 1;
          }
        }),
      );
      expect(Object.keys(answers)).toEqual(['200', '201']);
    },
  );

  it('none of this was a deadlock [I-30]', async () => {
    await busy.close();
    const { rows } = await app.database.pool.query<{ deadlocks: number }>(
      'select deadlocks from pg_stat_database where datname = current_database()',
    );
    const violations = rows[0]?.deadlocks ?? -1;
    printInvariant({ id: 'I-30', driver: testEngine, n: desks * rounds, violations });
    expect(rows).toEqual([{ deadlocks: 0 }]);
  });
});
