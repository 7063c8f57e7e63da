import { cancelAppointment, completeAppointment } from '@samay/contract/bookings/transitions';
import { getAppointment } from '@samay/contract/bookings/appointments';
import { mayBecome, Status } from '@samay/contract/bookings/statuses';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { asPlatform } from '../../src/db/tenant.ts';
import { testApp, type TestApp } from '../fixtures/app.ts';
import { buildAppointment, buildTenant, signInAs } from '../fixtures/builders.ts';
import { testEngine } from '../fixtures/database.ts';
import { isFull, printInvariant } from '../fixtures/invariants/invariant.ts';

// I-16: one of several concurrent status changes succeeds, and the database refuses every illegal
// transition.

const rounds = isFull ? 200 : 8;
let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

it(
  'lets one of fifty concurrent cancellations and completions succeed [I-16]',
  { timeout: 300_000 },
  async () => {
    const clinic = await buildTenant(app, { plan: 'enterprise' });
    const desk = await signInAs(app, clinic);
    const violations: object[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const id = await buildAppointment(app, clinic);
      const tries = Array.from({ length: 50 }, (_, at) =>
        desk.send(at % 2 ? cancelAppointment : completeAppointment, { params: { id } }),
      );
      const answers = await Promise.all(tries);
      const winners = answers.flatMap(({ status }, at) =>
        status === 200 ? [at % 2 ? 'cancelled' : 'completed'] : [],
      );
      const refused = answers.filter(({ status }) => status === 409);
      const { body } = await desk.call(getAppointment, { params: { id } });
      if (winners.length !== 1 || refused.length !== 49 || body.status !== winners[0])
        violations.push({
          round,
          winners,
          statuses: answers.map(({ status }) => status),
          shown: body.status,
        });
    }
    printInvariant({ id: 'I-16', driver: testEngine, n: rounds, violations: violations.length, at_once: 50 });
    expect(violations).toEqual([]);
  },
);

/** All transitions but those that undo, which have conditions of their own below. */
const transitions = Status.options
  .flatMap((from) => Status.options.map((to) => [from, to] as const))
  .filter((transition) => !['completed,scheduled', 'cancelled,scheduled'].includes(transition.join()));

it.each(transitions)('%s to %s, in the database itself [I-16, P-5.3]', async (from, to) => {
  const id = await buildAppointment(app, await buildTenant(app), { status: from });
  const update = asPlatform(app, (tx) =>
    tx.updateTable('appointments').set({ status: to }).where('id', '=', id).execute(),
  );
  if (from === to || mayBecome(from, to)) await expect(update).resolves.toBeDefined();
  else await expect(update).rejects.toMatchObject({ code: '23514' });
});

const [desk, colleague] = ['00000000-0000-4000-8000-00000000000d', '00000000-0000-4000-8000-00000000000c'];
const at = new Date('2026-11-21T04:30:00Z');
const later = (minutes: number) => new Date(at.getTime() + minutes * 60_000);

it.each([
  ['by the person who completed it, at once', { status_set_by: desk, status_set_at: later(0) }, true],
  [
    'by the person who completed it, within ten minutes',
    { status_set_by: desk, status_set_at: new Date(later(10).getTime() - 1) },
    true,
  ],
  [
    'by the person who completed it, after ten minutes',
    { status_set_by: desk, status_set_at: later(10) },
    false,
  ],
  ['by another person', { status_set_by: colleague, status_set_at: later(1) }, false],
  ['without a person', { status_set_by: null, status_set_at: later(1) }, false],
  ['without a time', { status_set_by: desk, status_set_at: null }, false],
])('completed to scheduled %s, in the database itself [I-16, P-5.5]', async (_when, author, isAllowed) => {
  const id = await buildAppointment(app, await buildTenant(app), {
    status: 'completed',
    setBy: { userId: desk ?? '', at },
  });
  const update = asPlatform(app, (tx) =>
    tx
      .updateTable('appointments')
      .set({ status: 'scheduled', ...author })
      .where('id', '=', id)
      .execute(),
  );
  if (isAllowed) await expect(update).resolves.toBeDefined();
  else await expect(update).rejects.toMatchObject({ code: '23514' });
});

it.each(['Cancelled', 'CANCELLED', 'no-show', 'paid', '', 'scheduled '])(
  'refuses the status %j [T-1.8]',
  async (status) => {
    const id = await buildAppointment(app, await buildTenant(app));
    await expect(
      asPlatform(app, (tx) => sql`update appointments set status = ${status} where id = ${id}`.execute(tx)),
    ).rejects.toMatchObject({
      code: '23514',
    });
  },
);

it.each([
  ['by whoever cancelled it, at once', { status_set_by: desk, status_set_at: later(0) }, true],
  [
    'by another person, within ten minutes',
    { status_set_by: colleague, status_set_at: new Date(later(10).getTime() - 1) },
    true,
  ],
  ['after ten minutes', { status_set_by: desk, status_set_at: later(10) }, false],
  ['without a time', { status_set_by: desk, status_set_at: null }, false],
])('cancelled to scheduled %s, in the database itself [I-16, P-5.72]', async (_when, author, isAllowed) => {
  const setBy = { userId: desk ?? '', at };
  const id = await buildAppointment(app, await buildTenant(app), { status: 'cancelled', setBy });
  const update = asPlatform(app, (tx) =>
    tx
      .updateTable('appointments')
      .set({ status: 'scheduled', ...author })
      .where('id', '=', id)
      .execute(),
  );
  if (isAllowed) await expect(update).resolves.toBeDefined();
  else await expect(update).rejects.toMatchObject({ code: '23514' });
});
