import { randomUUID } from 'node:crypto';

import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { testApp, type TestApp } from '../../../../test/fixtures/app.ts';
import { buildTenant, signInAs } from '../../../../test/fixtures/builders.ts';
import { testDatabase } from '../../../../test/fixtures/database.ts';
import { RecordedStream } from '../../../../test/fixtures/recorded-stream.ts';
import { SessionChecks } from './session-checks.ts';

let app: TestApp;
let checks: SessionChecks | undefined;

beforeAll(async () => {
  app = await testApp();
});
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(() => {
  checks?.stop();
  vi.useRealTimers();
});
afterAll(() => app.close());

it('asks for the sessions of streams that opened together in thirty portions, each once in 15 s [S-2.21]', async () => {
  checks = new SessionChecks(app.dependencies);
  const streams = Array.from({ length: 90 }, () => new RecordedStream(randomUUID()));
  for (const stream of streams) checks.add(stream);
  const ended = () => streams.flatMap(({ ends }) => ends).length;
  for (let portion = 1; portion <= 30; portion += 1) {
    vi.advanceTimersByTime(500);
    // Checks that streams are ended, since none of these sessions exists.
    await until(() => ended() >= portion * 3);
    expect(ended()).toBe(portion * 3);
  }
  expect(streams.every(({ ends }) => ends.length === 1)).toBe(true);
});

it('sends a heartbeat to a living session, ends one that belongs to another business, and forgets a stream that left [S-2.21]', async () => {
  const clinic = await buildTenant(app);
  const sessionOf = async () => (await signInAs(app, clinic)).identity?.sessionId;
  const alive = new RecordedStream(clinic.id, await sessionOf());
  const moved = new RecordedStream((await buildTenant(app)).id, await sessionOf());
  const left = new RecordedStream(clinic.id, await sessionOf());
  checks = new SessionChecks(app.dependencies);
  checks.add(left)();
  for (const stream of [alive, moved]) checks.add(stream);
  vi.advanceTimersByTime(15_000);
  await until(() => alive.writes.length > 0 && moved.ends.length > 0);
  expect([alive.text, moved.ends.length]).toEqual([': here\n\n', 1]);
  expect([alive.ends.length, moved.text, left.text, left.ends.length]).toEqual([0, '', '', 0]);
});

it('ends the streams whose sessions could not be looked up', async () => {
  const { database, close } = await testDatabase();
  await close();
  checks = new SessionChecks({ ...app.dependencies, database });
  const stream = new RecordedStream(randomUUID());
  checks.add(stream);
  vi.advanceTimersByTime(15_000);
  await until(() => stream.ends.length > 0);
  expect(stream.ends).toHaveLength(1);
});

/** Waits without advancing the checks' timer, which `expect.poll` would. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await turn();
}
