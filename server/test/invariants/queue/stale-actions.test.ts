import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../fixtures/app.ts';
import { buildTenant, signInAs } from '../../fixtures/builders.ts';
import type { Client } from '../../fixtures/client.ts';
import { testEngine } from '../../fixtures/database.ts';
import { isFull, printInvariant } from '../../fixtures/invariants/invariant.ts';
import { comes, type Press } from '../../fixtures/invariants/queue-presses.ts';
import { QueueScreen } from '../../fixtures/invariants/queue-screen.ts';

// Measures how long other screens offer an action that one desk has done: over HTTP, each screen
// following the stream of changes.

const desks = isFull ? 20 : 4;
const people = isFull ? 60 : 8;
/** The longest pause of a desk between two presses; each takes a different part of it. */
const pauseMs = isFull ? 4_000 : 100;
let app: TestApp;
let address: string;
beforeAll(async () => {
  app = await testApp();
  await app.app.listen({ port: 0, host: '127.0.0.1' });
  address = `http://127.0.0.1:${(app.app.server.address() as AddressInfo).port}`;
});
afterAll(() => app.close());

/**
 * A press, the screens that still offer its action, and the times at which the others withdrew it.
 */
interface Pressed {
  readonly press: Press;
  readonly since: number;
  /** The time of the answer, if the server has accepted it. */
  takenAt: number | undefined;
  readonly offering: Set<QueueScreen>;
  /** The time at which each screen withdrew it. */
  readonly withdrawnAt: number[];
}

it('withdraws on every screen what one desk has done [P-8.13]', async () => {
  const clinic = await buildTenant(app, { times: 'apart', plan: 'enterprise' });
  const clients: Client[] = [];
  for (let count = 0; count <= desks; count += 1)
    clients.push(await signInAs(app, clinic, count % 5 === 4 ? 'DOCTOR' : 'EMPLOYEE'));
  await Promise.all(Array.from({ length: people }, (_, at) => comes(clients[at % desks] as Client, at)));
  const all: Pressed[] = [];
  const screens: QueueScreen[] = [];
  for (const client of clients) screens.push(await QueueScreen.open(address, client, noteShown));
  // Presses on all screens but the last one, which only follows the changes.
  await Promise.all(screens.slice(0, -1).map((screen, number) => work(screen, number)));
  const isSettled = () =>
    screens.every(({ offers, order }) => offers.length === 0 && order === screens[0]?.order);
  await expect.poll(isSettled, { timeout: 10_000 }).toBe(true);
  await Promise.all(screens.map(async (screen) => screen.close()));

  const taken = all.filter(({ takenAt }) => takenAt !== undefined);
  // Refused by the server from a moment between the press and its answer on.
  const sincePress = taken.flatMap(({ since, withdrawnAt }) => withdrawnAt.map((at) => at - since));
  const sinceAnswer = taken.flatMap(({ takenAt = 0, withdrawnAt }) =>
    withdrawnAt.map((at) => Math.max(0, at - takenAt)),
  );
  const violations = taken.reduce((sum, { offering }) => sum + offering.size, 0);
  const measured = {
    desks,
    presses: taken.length,
    overASecond: sincePress.filter((ms) => ms > 1_000).length,
  };
  const figures = { ...measured, ...percentiles('press', sincePress), ...percentiles('answer', sinceAnswer) };
  printInvariant({ id: 'stale actions', driver: testEngine, n: sincePress.length, violations, ...figures });
  expect(violations).toBe(0);
  expect(sincePress.length).toBeGreaterThan(taken.length);

  function noteShown(screen: QueueScreen): void {
    const now = performance.now();
    for (const { press, offering, withdrawnAt } of all) {
      if (!offering.has(screen) || screen.isOffering(press)) continue;
      offering.delete(screen);
      withdrawnAt.push(now);
    }
  }

  async function work(screen: QueueScreen, number: number): Promise<void> {
    for (let turn = 0; ; turn += 1) {
      await wait(((number * 7 + turn * 13) % 20) * (pauseMs / 20));
      const { offers } = screen;
      const press = offers[number % offers.length];
      if (!press) return;
      const others = screens.filter((other) => other !== screen && other.isOffering(press));
      const pressed: Pressed = {
        press,
        since: performance.now(),
        takenAt: undefined,
        offering: new Set(others),
        withdrawnAt: [],
      };
      all.push(pressed);
      if ((await screen.press(press)) === 200) pressed.takenAt = performance.now();
      await screen.read();
    }
  }
});

/** Formats percentiles of milliseconds since the presses, or since their answers. */
function percentiles(since: string, all: readonly number[]): Record<string, number> {
  const sorted = all.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.ceil(sorted.length * share) - 1] ?? 0);
  return { [`${since}P50`]: at(0.5), [`${since}P99`]: at(0.99), [`${since}Max`]: at(1) };
}
