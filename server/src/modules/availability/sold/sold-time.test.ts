import { expect, it } from 'vitest';
import { localMinute } from '../slots/local-minutes.ts';
import type { SoldRow } from './queries.ts';
import { soldTime } from './sold-time.ts';

// Monday, 23 November 2026.
const day = { from: '2026-11-23', to: '2026-11-23' };
const at = (time: string, date = day.from) => localMinute(date, time);
const row = (about: Partial<SoldRow>): SoldRow => ({
  resources: [['rao', null]],
  hours: [1, 2, 3, 4, 5, 6, 7].map(
    (weekday) => [null, weekday, 9 * 60, 17 * 60] as [null, number, number, number],
  ),
  exceptions: null,
  claims: null,
  ...about,
});
const claimed = (
  unit: string,
  ...spans: readonly (readonly [string, string])[]
): [string, number[], number[]] => [unit, spans.map(([from]) => at(from)), spans.map(([, to]) => at(to))];

it('counts a minute once, however many bookings occupy it, and none outside of open time [P-10.21]', () => {
  const claims = [
    claimed('rao', ['08:30', '09:30'], ['12:00', '13:00'], ['12:30', '13:30'], ['18:00', '19:00']),
  ];
  expect(soldTime(row({ claims }), day)).toEqual({ open: 480, occupied: 30 + 90 });
});

it('takes closures from open time, with what is booked in them, and adds extra hours [P-10.21]', () => {
  const exceptions: SoldRow['exceptions'] = [
    [null, true, at('12:00'), at('13:00'), 'Lunch'],
    ['rao', false, at('18:00'), at('20:00'), 'Camp'],
  ];
  const claims = [claimed('rao', ['12:30', '13:30'], ['18:00', '19:00'])];
  expect(soldTime(row({ exceptions, claims }), day)).toEqual({ open: 540, occupied: 30 + 60 });
});

it('counts a court by its parts, also where the whole was booked, and nothing that is archived [P-10.21]', () => {
  const resources: SoldRow['resources'] = [
    ['ground', null],
    ['a', 'ground'],
    ['b', 'ground'],
  ];
  const claims = [
    claimed('a', ['09:00', '10:00']),
    claimed('ground', ['11:00', '12:00']),
    claimed('archived', ['14:00', '15:00']),
  ];
  expect(soldTime(row({ resources, claims }), day)).toEqual({ open: 960, occupied: 60 + 120 });
});

it('divides a night at midnight [P-10.21]', () => {
  const hours: SoldRow['hours'] = [1, 2, 3, 4, 5, 6, 7].map((weekday) => [null, weekday, 20 * 60, 2 * 60]);
  const over: [string, number[], number[]] = [
    'rao',
    [at('23:30', '2026-11-22'), at('23:00')],
    [at('00:30'), at('01:00', '2026-11-24')],
  ];
  const sold = row({ hours, claims: [over] });
  expect(soldTime(sold, day)).toEqual({ open: 360, occupied: 30 + 60 });
  expect(soldTime(sold, { from: '2026-11-22', to: '2026-11-24' })).toEqual({
    open: 3 * 360,
    occupied: 60 + 120,
  });
});

it('has nothing to sell without open time', () => {
  const closed: SoldRow['exceptions'] = [[null, true, at('00:00'), at('00:00', '2026-11-24'), 'Works']];
  expect(soldTime(row({ exceptions: closed, claims: [claimed('rao', ['10:00', '11:00'])] }), day)).toEqual({
    open: 0,
    occupied: 0,
  });
  expect(soldTime(row({ resources: null, hours: null }), day)).toEqual({ open: 0, occupied: 0 });
});
