import { expect, it } from 'vitest';
import { estimateStarts, lengthOf, type Queued } from './estimate.ts';
import { seed, simulateDays } from '../../../../test/fixtures/queue/simulated-clinic.ts';

const minute = 60_000;
/** Ten in the morning in India. */
const ten = Date.parse('2026-11-23T04:30:00.000Z');
const visit = { minutes: 10, mean: 10, spread: 4 };

function person(id: string, after: number, more: Partial<Queued> = {}): Queued {
  const due = ten + after * minute;
  return { id, stage: 'waiting', due, since: due, startedAt: null, isMissing: false, visit, ...more };
}

/** Returns the spans as minutes after ten. */
function spans(queue: readonly Queued[], now: number, day: { hasBegun: boolean; beginsAt?: number }) {
  const found = estimateStarts(queue, { now: ten + now * minute, ...day });
  return Object.fromEntries(
    [...found].map(([id, { from, to }]) => [id, [(from - ten) / minute, (to - ten) / minute]]),
  );
}

it('takes the median of the last visits without the longest and shortest two, and the service’s length of fewer than five [P-8.110]', () => {
  expect(lengthOf([300, 1, 1, 200, 6, 8, 7], 15).minutes).toBe(7);
  expect(lengthOf([300, 1, 1, 200, 6, 8, 7, 9], 15).minutes).toBe(7.5);
  expect(lengthOf([300, 1, 1, 200], 15).minutes).toBe(15);
});

it('counts who is inside by what has passed, and lets nobody begin before their time [P-8.111]', () => {
  const queue = (startedAt: number) => [
    person('inside', -10, { stage: 'in', startedAt: ten + startedAt * minute }),
    person('next', 0),
    person('later', 60),
  ];
  const fresh = spans(queue(0), 0, { hasBegun: true });
  const nearlyDone = spans(queue(-8), 0, { hasBegun: true });
  expect(fresh['next']).toEqual([0, 20]);
  expect(nearlyDone['next']).toEqual([0, 15]);
  expect(fresh['later']?.[0]).toBe(60);
  // A visit that lasts longer than usual is still not over.
  expect(spans(queue(-30), 0, { hasBegun: true })['next']?.[1]).toBeGreaterThan(5);
});

it('passes over who is missing, and waits for who is expected before [P-8.111]', () => {
  const after = (more: Partial<Queued>) =>
    spans([person('first', 0, more), person('second', 5)], 12, { hasBegun: true })['second']?.[1] ?? 0;
  expect(after({ stage: 'expected', isMissing: true })).toBeLessThan(after({}));
});

it('is not known while the doctor has not begun ten minutes after the first time, unless they said when [P-8.112]', () => {
  const queue = [person('first', 0), person('second', 10)];
  expect(Object.keys(spans(queue, 10, { hasBegun: false }))).toEqual(['first', 'second']);
  expect(spans(queue, 11, { hasBegun: false })).toEqual({});
  expect(spans(queue, 11, { hasBegun: false, beginsAt: ten + 30 * minute })['first']).toEqual([30, 35]);
  expect(Object.keys(spans(queue, 11, { hasBegun: true }))).toEqual(['first', 'second']);
});

it('is right for eight of ten people of 200 simulated days, with at most two before within ten minutes, else within the span of at most an hour [P-8.113]', () => {
  for (const slotMinutes of [8, 10, 12]) {
    const { near, far, widest } = simulateDays({ seed, days: 200, slotMinutes });
    expect([slotMinutes, near.right / near.all >= 0.8, far.right / far.all >= 0.8, widest <= 60]).toEqual([
      slotMinutes,
      true,
      true,
      true,
    ]);
    expect(near.all + far.all).toBeGreaterThan(20_000);
  }
});
