import type { HourException } from '@samay/contract/availability/hours';
import { describe, expect, it } from 'vitest';
import { yearFrom, yearMonths } from './year-days.ts';

const everyDay = [1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, opens: '09:00', closes: '18:00' }));

describe('the calendar of a year', () => {
  it('has twelve months with each of their days, over a leap day [P-6.19]', () => {
    const months = yearMonths('2027-11-01', everyDay, []);
    expect(months.map(({ name }) => name)).toEqual([
      'Nov 2027',
      'Dec 2027',
      'Jan 2028',
      'Feb 2028',
      'Mar 2028',
      'Apr 2028',
      'May 2028',
      'Jun 2028',
      'Jul 2028',
      'Aug 2028',
      'Sep 2028',
      'Oct 2028',
    ]);
    expect(months[3]?.days).toHaveLength(29);
    expect(months.flatMap(({ days }) => days)).toHaveLength(366);
    expect(yearFrom('2027-11-01')).toEqual({ from: '2027-11-01', to: '2028-10-31' });
  });

  it('knows the weekday of each day, and which are closed every week', () => {
    const [november] = yearMonths('2026-11-01', everyDay, []);
    expect(november?.days.slice(0, 2)).toMatchObject([
      { date: '2026-11-01', weekday: 7, kind: 'closed' },
      { date: '2026-11-02', weekday: 1, kind: 'open' },
    ]);
  });

  it.each<[string, Partial<HourException>, Record<string, string>]>([
    [
      'whole days',
      {},
      { '2026-11-09': 'open', '2026-11-10': 'closure', '2026-11-11': 'closure', '2026-11-12': 'open' },
    ],
    [
      'from an afternoon to a morning',
      { from: { date: '2026-11-10', time: '14:00' }, to: { date: '2026-11-12', time: '10:00' } },
      { '2026-11-10': 'part', '2026-11-11': 'closure', '2026-11-12': 'part', '2026-11-13': 'open' },
    ],
    [
      'extra hours on a Sunday',
      {
        kind: 'extra_hours',
        from: { date: '2026-11-15', time: '10:00' },
        to: { date: '2026-11-15', time: '14:00' },
      },
      { '2026-11-14': 'open', '2026-11-15': 'extra', '2026-11-16': 'open' },
    ],
  ])('shows %s', (_, with_, kinds) => {
    const [month] = yearMonths('2026-11-01', everyDay, [{ ...exception, ...with_ }]);
    const said = Object.fromEntries(
      Object.keys(kinds).map((date) => [date, month?.days.find((day) => day.date === date)?.kind]),
    );
    expect(said).toEqual(kinds);
  });
});

const exception: HourException = {
  id: '00000000-0000-4000-8000-000000000001',
  kind: 'closure',
  resourceId: null,
  from: { date: '2026-11-10', time: '00:00' },
  to: { date: '2026-11-12', time: '00:00' },
  reason: 'Diwali',
  createdAt: '2026-11-01T00:00:00.000Z',
};
