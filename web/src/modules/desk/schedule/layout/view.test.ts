import { describe, expect, it } from 'vitest';
import { shownRange, stepped, viewTitle } from './view.ts';

// 21 November 2026 is a Saturday.
const day = '2026-11-21';

describe('a view', () => {
  it.each([
    ['day', day, day],
    ['week', '2026-11-16', '2026-11-22'],
    ['month', '2026-10-26', '2026-12-06'],
  ] as const)('of a %s runs from %s to %s [P-6.63]', (view, from, to) => {
    expect(shownRange(view, day)).toEqual({ from, to });
  });

  it('begins its week on Monday, also on a Sunday and on a Monday', () => {
    expect(shownRange('week', '2026-11-22').from).toBe('2026-11-16');
    expect(shownRange('week', '2026-11-16').from).toBe('2026-11-16');
  });

  it.each([
    ['day', 1, '2026-11-22'],
    ['week', -1, '2026-11-14'],
    ['month', 1, '2026-12-01'],
    ['month', -1, '2026-10-01'],
  ] as const)('of a %s steps by %i to %s [P-6.63]', (view, step, to) => {
    expect(stepped(view, day, step)).toBe(to);
  });

  it('says what it is of', () => {
    expect([viewTitle('day', day), viewTitle('week', day), viewTitle('month', day)]).toEqual([
      'Saturday, 21 Nov 2026',
      '16 Nov to 22 Nov 2026',
      'Nov 2026',
    ]);
  });
});
