import { createAppointment } from '@samay/contract/bookings/appointments';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { deliverDue } from '../fixtures/deliver-due.ts';
import { testApp, type TestApp, testNow } from '../fixtures/app.ts';
import { buildTenant, type BuiltTenant, signInAs } from '../fixtures/builders.ts';
import { type Calendars, connect, holder, openCalendars } from '../fixtures/third-parties/calendar.ts';
import type { Client } from '../fixtures/client.ts';
import { testEngine } from '../fixtures/database.ts';
import { newAppointment } from '../fixtures/samples.ts';
import { isFull, printInvariant } from '../fixtures/invariants/invariant.ts';

// I-14: each booking creates one calendar event, whatever Google answers. I-22: no booking fails or
// waits because of Google.

const bookings = isFull ? 200 : 20;
const modes = ['late', 'quota', 'forbidden', 'error', 'down'];

let calendars: Calendars;
let app: TestApp;
let clinic: BuiltTenant;
let owner: Client;
beforeAll(async () => {
  calendars = await openCalendars();
  app = await testApp({ dependencies: { calendar: calendars.provider } });
  clinic = await buildTenant(app, { plan: 'enterprise' });
  owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
  await connect(app, clinic, owner);
});
afterEach(() => {
  calendars.setMode('ok');
  app.setNow(testNow);
});
afterAll(async () => {
  await app.close();
  await calendars.close();
});

it(
  'creates one event for each booking despite quotas, refusals, errors, timeouts and lost responses [I-14, P-12.3]',
  { timeout: 600_000 },
  async () => {
    const ids: string[] = [];
    for (const mode of modes) {
      calendars.setMode(mode);
      for (let count = 0; count < bookings / modes.length; count += 1) ids.push((await book()).body.id);
      await deliverDue(app.dependencies);
    }
    // Each retry fails in another way, and the last ones succeed.
    for (const [at, mode] of [...modes, 'ok', 'ok'].entries()) {
      calendars.setMode(mode);
      app.setNow(new Date(Date.parse(testNow) + (at + 1) * 600_000).toISOString());
      await deliverDue(app.dependencies);
    }
    const events = calendars.events.standing(holder).map(({ id }) => id);
    const duplicates = events.length - new Set(events).size;
    const missing = ids.filter((id) => !events.includes(eventIdOf(id))).length;
    printInvariant({
      id: 'I-14',
      driver: testEngine,
      n: ids.length,
      violations: missing + duplicates,
      events: events.length,
      duplicates,
    });
    expect([events.length, missing, duplicates]).toEqual([ids.length, 0, 0]);
  },
);

it('books as fast while Google hangs as while it answers [I-22]', { timeout: 600_000 }, async () => {
  const rounds = isFull ? 100 : 10;
  let failed = 0;
  const inMode = async (mode: string) => {
    calendars.setMode(mode);
    // Lets the due deliveries wait for Google while the bookings are made.
    const delivering = deliverDue(app.dependencies);
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const begun = performance.now();
      if ((await book()).status !== 201) failed += 1;
      times.push(performance.now() - begun);
    }
    await delivering;
    return times.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0;
  };
  await inMode('ok');
  const [up, hanging, down] = [await inMode('ok'), await inMode('slow'), await inMode('down')];
  const rounded = {
    up: Math.round(up * 10) / 10,
    hanging: Math.round(hanging * 10) / 10,
    down: Math.round(down * 10) / 10,
  };
  printInvariant({
    id: 'I-22',
    driver: testEngine,
    n: rounds * 3,
    violations: failed,
    what: 'bookings beside Google, median ms',
    ...rounded,
  });
  expect(failed).toBe(0);
  // Limits generously for a busy machine. Waiting for Google would take seconds.
  expect(Math.max(hanging, down)).toBeLessThan(up * 3 + 100);
});

async function book() {
  return owner.call(createAppointment, { body: newAppointment });
}

function eventIdOf(uuid: string): string {
  return BigInt(`0x${uuid.replaceAll('-', '')}`)
    .toString(32)
    .padStart(26, '0');
}
