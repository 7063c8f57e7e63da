import { describe, expect, it } from 'vitest';
import { buildScheduled } from '../../../../test/builders.ts';
import { eventsOf } from './events.ts';
import { businessHours, isCoveredByNow, shownHours } from './hours.ts';
import { rangeOf, stepped, titleOf } from './view.ts';

// 21 November 2026 is a Saturday.
const day = '2026-11-21';

describe('a view', () => {
  it.each([
    ['day', day, day],
    ['week', '2026-11-16', '2026-11-22'],
    ['month', '2026-10-26', '2026-12-06'],
  ] as const)('of a %s runs from %s to %s', (view, from, to) => {
    expect(rangeOf(view, day)).toEqual({ from, to });
  });

  it('begins its week on Monday, also on a Sunday and on a Monday', () => {
    expect(rangeOf('week', '2026-11-22').from).toBe('2026-11-16');
    expect(rangeOf('week', '2026-11-16').from).toBe('2026-11-16');
  });

  it.each([
    ['day', 1, '2026-11-22'],
    ['week', -1, '2026-11-14'],
    ['month', 1, '2026-12-01'],
    ['month', -1, '2026-10-01'],
  ] as const)('of a %s steps by %i to %s', (view, step, to) => {
    expect(stepped(view, day, step)).toBe(to);
  });

  it('says what it is of', () => {
    expect([titleOf('day', day), titleOf('week', day), titleOf('month', day)]).toEqual([
      'Saturday, 21 Nov 2026',
      '16 Nov to 22 Nov 2026',
      'Nov 2026',
    ]);
  });
});

describe('the hours', () => {
  const slots = [
    { start_time: '9 AM', end_time: '1 PM' },
    { start_time: '5 PM', end_time: '8:30 PM' },
  ];

  it('are open from the first opening to the last closing on the days of the business', () => {
    const hours = businessHours({ slots, days: ['Monday', 'Saturday'] });
    expect([hours[0], hours[1], hours[6]]).toEqual([null, ['09:00:00', '20:30:00'], ['09:00:00', '20:30:00']]);
  });

  it('are shown with an hour around them and whatever is booked beyond', () => {
    expect(shownHours({ slots, days: [] }, ['10:00'])).toEqual({ startTime: '08:00:00', endTime: '22:00:00' });
    expect(shownHours({ slots, days: [] }, ['06:40', '23:30'])).toEqual({ startTime: '06:00:00', endTime: '23:59:59' });
  });

  it('are the working day where none are known, and the whole day where a slot passes midnight', () => {
    expect(shownHours({ slots: [], days: [] }, [])).toEqual({ startTime: '07:00:00', endTime: '21:00:00' });
    expect(businessHours({ slots: [{ start_time: '6 PM', end_time: '2 AM' }], days: [] })[3]).toEqual(['00:00:00', '23:59:59']);
  });
});

it('draws a booking as half an hour in the colour of its status, and never past midnight', () => {
  const booking = buildScheduled({ personName: 'Meera', doctor: null, date: day, status: 'no_show' });
  const [first, last] = eventsOf([
    { ...booking, time: '09:45' },
    { ...booking, time: '23:45' },
  ]);
  expect(first).toMatchObject({ start: `${day} 09:45:00`, end: `${day} 10:15:00`, color: 'marigold', title: 'Meera' });
  expect(last).toMatchObject({ end: `${day} 23:59:59` });
});

it.each([
  ['17:00', '2026-11-22 17:05:00', true],
  ['17:00', '2026-11-22 17:26:00', false],
  ['17:00', '2026-11-22 16:59:00', false],
  ['17:00', '2026-11-23 17:05:00', false],
])('leaves the name of %s out at %s: %s', (hour, now, isCovered) => {
  expect(isCoveredByNow(hour, now, { from: '2026-11-16', to: '2026-11-22' })).toBe(isCovered);
});
