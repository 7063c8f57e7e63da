import { expect, it } from 'vitest';
import { clockText } from './clock-notice.tsx';

it.each([
  ['1 day ahead', 86_399_400],
  ['5 hours 30 minutes behind', -19_800_000],
  ['2 days 1 hour ahead', 176_461_000],
  ['1 day 2 minutes behind', -86_520_000],
  ['2 minutes behind', -121_000],
  ['20778 days 18 hours behind', -1_795_284_900_000],
])('says that the clock is %s [P-6.4]', (span, aheadMs) => {
  expect(clockText(aheadMs)).toBe(`This device’s clock is ${span}. Samay uses the server’s time.`);
});
