import { describe, expect, it } from 'vitest';
import { buildResource } from '../../../../../test/builders.ts';
import { dayColumns, weekColumns } from './columns.ts';
import {
  closedIn,
  closuresIn,
  hoursOfSchedule,
  isCoveredByNow,
  type OpenHours,
  openIn,
  shownHours,
} from './hours.ts';
import { getPlaces } from './places.ts';

// 21 November 2026 is a Saturday.
const day = '2026-11-21';
const halves = ['a', 'b'].map((id) => ({ id, name: `Half ${id}`, archivedAt: null }));
const places = getPlaces([
  buildResource('ground', 'Ground', { kind: 'court', parts: halves }),
  buildResource('nets', 'Nets', { kind: 'court' }),
]);
const [halfA, halfB, nets] = dayColumns(day, { places, chosen: undefined, none: 'No court', bookings: [] });

function hours(with_: Partial<OpenHours> = {}): OpenHours {
  return { business: [], ofResources: [], exceptions: [], ...with_ };
}

function exception(
  kind: 'closure' | 'extra_hours',
  resourceId: string | null,
  [from, to]: [string, string],
): OpenHours['exceptions'][number] {
  const at = (text: string) => ({ date: text.slice(0, 10), time: text.slice(11) });
  return { kind, resourceId, from: at(from), to: at(to), reason: 'Maintenance' };
}

describe('a column is closed', () => {
  it('outside its weekly hours; after a night that began the day before until it ends [P-6.56]', () => {
    const business = [
      { weekday: 5, opens: '18:00', closes: '02:00' },
      { weekday: 6, opens: '17:00', closes: '23:00' },
      { weekday: 7, opens: '10:00', closes: '12:00' },
    ];
    if (!halfA) throw new Error('no column');
    expect(closedIn(halfA, hours({ business }), places)).toEqual([
      { from: 120, to: 1020 },
      { from: 1380, to: 1440 },
    ]);
  });

  it('never where it is open the whole day from one time to the same, and where no hours are known', () => {
    if (!halfA) throw new Error('no column');
    const business = [5, 6].map((weekday) => ({ weekday, opens: '06:00', closes: '06:00' }));
    expect(closedIn(halfA, hours({ business }), places)).toEqual([]);
    expect(closedIn(halfA, hours(), places)).toEqual([]);
  });

  it('by the hours of its own, else of its court, else of the business', () => {
    const ofResources = [
      { resourceId: 'ground', hours: [{ weekday: 6, opens: '06:00', closes: '22:00' }] },
      { resourceId: 'b', hours: [{ weekday: 6, opens: '08:00', closes: '10:00' }] },
    ];
    const known = hours({ business: [{ weekday: 6, opens: '12:00', closes: '13:00' }], ofResources });
    const open = [halfA, halfB, nets].map((column) => column && openIn(column, known, places));
    expect(open).toEqual([[{ from: 360, to: 1320 }], [{ from: 480, to: 600 }], [{ from: 720, to: 780 }]]);
  });

  it('for all of them only where nobody is open', () => {
    const ofResources = [{ resourceId: 'nets', hours: [{ weekday: 6, opens: '09:00', closes: '10:00' }] }];
    const [, , , , , saturday] = weekColumns({ from: '2026-11-16', to: '2026-11-22' }, undefined);
    const known = hours({ business: [{ weekday: 6, opens: '08:00', closes: '09:30' }], ofResources });
    expect(saturday && openIn(saturday, known, places)).toEqual([{ from: 480, to: 600 }]);
  });
});

it('has the closures of its court and of the business within its day, and extra hours open it', () => {
  const exceptions = [
    exception('closure', null, ['2026-11-20 20:00', '2026-11-21 07:00']),
    exception('closure', 'ground', ['2026-11-21 10:00', '2026-11-21 11:00']),
    exception('closure', 'nets', ['2026-11-21 12:00', '2026-11-21 13:00']),
    exception('extra_hours', 'a', ['2026-11-21 23:00', '2026-11-22 01:00']),
  ];
  const known = hours({ business: [{ weekday: 6, opens: '06:00', closes: '22:00' }], exceptions });
  if (!halfA) throw new Error('no column');
  expect(closuresIn(halfA, known, places)).toEqual([
    { from: 0, to: 420, reason: 'Maintenance' },
    { from: 600, to: 660, reason: 'Maintenance' },
  ]);
  expect(openIn(halfA, known, places)).toEqual([
    { from: 360, to: 1320 },
    { from: 1380, to: 1440 },
  ]);
});

it('has the closures of its parts in a whole court’s week, each with the part’s name [P-6.56]', () => {
  const exceptions = [
    exception('closure', 'b', ['2026-11-21 10:00', '2026-11-21 11:00']),
    exception('closure', 'ground', ['2026-11-21 14:00', '2026-11-21 15:00']),
    exception('closure', 'nets', ['2026-11-21 12:00', '2026-11-21 13:00']),
    exception('extra_hours', 'b', ['2026-11-21 23:00', '2026-11-22 01:00']),
  ];
  const known = hours({ business: [{ weekday: 6, opens: '06:00', closes: '22:00' }], exceptions });
  const [, , , , , saturday] = weekColumns({ from: '2026-11-16', to: '2026-11-22' }, places[0]);
  if (!saturday || !halfA) throw new Error('no column');
  expect(closuresIn(saturday, known, places)).toEqual([
    { from: 840, to: 900, reason: 'Maintenance' },
    { from: 600, to: 660, reason: 'Half b: Maintenance' },
  ]);
  expect(openIn(saturday, known, places)).toEqual([{ from: 360, to: 1320 }]);
  expect(closuresIn(halfA, known, places)).toEqual([{ from: 840, to: 900, reason: 'Maintenance' }]);
});

it('are shown with an hour around them and whatever is booked beyond; the working day where none are known', () => {
  expect(shownHours([{ from: 545, to: 1200 }], [])).toEqual({ from: 480, to: 1260 });
  expect(shownHours([{ from: 545, to: 1200 }], [{ from: 395, to: 1440 }])).toEqual({ from: 360, to: 1440 });
  expect(shownHours([], [])).toEqual({ from: 420, to: 1260 });
});

it('are read from the schedule where nothing else is known', () => {
  const slots = [
    { start_time: '9 AM', end_time: '1 PM' },
    { start_time: '6 PM', end_time: '12 AM' },
  ];
  expect(hoursOfSchedule({ slots, days: ['Saturday'] }).business).toEqual([
    { weekday: 6, opens: '09:00', closes: '13:00' },
    { weekday: 6, opens: '18:00', closes: '00:00' },
  ]);
  expect(hoursOfSchedule({ slots: [], days: [] }).business).toEqual([]);
});

it.each([
  [17 * 60, true],
  [17 * 60 - 5, true],
  [17 * 60 + 16, true],
  [17 * 60 + 18, false],
  [17 * 60 - 7, false],
])('leave the name of 5 pm out at minute %i: %s [P-6.61]', (now, isCovered) => {
  expect(isCoveredByNow(17 * 60, now)).toBe(isCovered);
});
