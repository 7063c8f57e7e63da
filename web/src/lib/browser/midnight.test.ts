import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { onMidnight } from './midnight.ts';

let days: string[];
let stop: () => void;
beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-21T18:29:30Z'), toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  days = [];
  stop = onMidnight((today) => days.push(today));
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

it('calls at midnight in India, each day [P-16.32]', () => {
  vi.advanceTimersByTime(29_999);
  expect(days).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(days).toEqual(['2026-11-22']);
  vi.advanceTimersByTime(24 * 3_600_000);
  expect(days).toEqual(['2026-11-22', '2026-11-23']);
});

it('calls when a device that slept through midnight wakes', () => {
  vi.setSystemTime(new Date('2026-11-22T03:00:00Z'));
  expect(days).toEqual([]);
  document.dispatchEvent(new Event('visibilitychange'));
  expect(days).toEqual(['2026-11-22']);
});
