import { afterEach, expect, test, vi } from 'vitest';
import type { Pool } from 'pg';
import { ClockCheck } from './clock-check.ts';

const logged: string[] = [];
const log = {
  warn: (_: object, message: string) => logged.push(message),
  error: (_: object, message: string) => logged.push(message),
};
const hourMs = 3_600_000;

afterEach(() => {
  vi.useRealTimers();
  logged.length = 0;
});

/**
 * Creates a check against a database whose clock differs by so much, and which answers after a
 * delay.
 */
function against(offMs: () => number, answersAfterMs = 0): ClockCheck {
  const query = async () => {
    const time = Date.now() + offMs();
    vi.advanceTimersByTime(answersAfterMs);
    return { rows: [{ time }] };
  };
  return new ClockCheck({ query } as unknown as Pool, log);
}

test.each([
  [-hourMs, 'ahead of'],
  [hourMs, 'behind'],
])(
  'with a database whose clock differs by %s ms nothing is served until they agree [O-2.5]',
  async (offMs, how) => {
    vi.useFakeTimers();
    let off = offMs;
    const check = against(() => off);
    await check.compare();
    expect(() => check.assertRight()).toThrow(`this machine's clock is 3600 s ${how} the database's`);
    off = 0;
    await check.compare();
    expect(() => check.assertRight()).not.toThrow();
    expect(logged).toEqual([expect.stringContaining('nothing is served'), expect.stringContaining('agrees')]);
  },
);

test('the time that the database takes to answer is no difference', async () => {
  vi.useFakeTimers();
  const check = against(() => 20_000, 40_000);
  await check.compare();
  expect(check.problem()).toBeUndefined();
});

test('a clock that jumps is not served with from the same moment, until the database confirms it [O-2.5]', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const check = against(() => 0);
  await check.compare();
  vi.setSystemTime(Date.now() + hourMs);
  expect(check.problem()).toMatchObject({
    code: '08000',
    message: expect.stringContaining('3600 s ahead of'),
  });
  // Checks that the database confirms the new time when it is asked: the clock was right after the
  // jump.
  await expect.poll(() => check.problem()).toBeUndefined();
});
