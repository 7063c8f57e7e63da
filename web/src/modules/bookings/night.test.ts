import { describe, expect, it } from 'vitest';
import { hourText, nightAt, type OpenHours, startsOfNight } from './night.ts';

// 21 November 2026 is a Saturday.
const saturday = '2026-11-21';
const sunday = '2026-11-22';
const court = '00000000-0000-4000-8000-0000000000c1';

function openFrom(...hours: [weekday: number, opens: string, closes: string][]): OpenHours {
  return {
    business: hours.map(([weekday, opens, closes]) => ({ weekday, opens, closes })),
    ofResources: [],
    exceptions: [],
  };
}

describe('tonight', () => {
  const hours = openFrom([6, '06:00', '02:00'], [7, '06:00', '23:00']);

  it('is the evening of the day', () => {
    expect(nightAt(hours, `${saturday} 11:00`)).toEqual({
      date: saturday,
      from: `${saturday} 17:00`,
      until: `${sunday} 02:00`,
    });
  });

  it.each([
    ['00:00', saturday],
    ['01:59', saturday],
    ['02:00', sunday],
  ])("at %s of Sunday is that of %s: it lasts until the night's hours end [P-6.53]", (time, date) => {
    expect(nightAt(hours, `${sunday} ${time}`).date).toBe(date);
  });

  it('ends at midnight where nothing is open longer', () => {
    expect(nightAt(hours, `${sunday} 20:00`).until).toBe('2026-11-23 00:00');
  });

  it("lasts as long as any court's own hours, and as extra hours", () => {
    const own = { ...openFrom(), ofResources: [{ hours: openFrom([6, '18:00', '03:30']).business }] };
    expect(nightAt(own, `${saturday} 20:00`).until).toBe(`${sunday} 03:30`);
    const extra = {
      kind: 'extra_hours' as const,
      from: { date: saturday, time: '22:00' },
      to: { date: sunday, time: '04:00' },
    };
    expect(nightAt({ ...own, exceptions: [extra] }, `${saturday} 20:00`).until).toBe(`${sunday} 04:00`);
    expect(nightAt({ ...own, exceptions: [{ ...extra, kind: 'closure' }] }, `${saturday} 20:00`).until).toBe(
      `${sunday} 03:30`,
    );
  });

  it('ends in the morning where it never closes', () => {
    expect(nightAt(openFrom([6, '10:00', '10:00']), `${sunday} 05:59`).date).toBe(saturday);
    expect(nightAt(openFrom([6, '10:00', '10:00']), `${sunday} 06:00`).date).toBe(sunday);
    expect(nightAt(openFrom([6, '00:00', '00:00']), `${sunday} 00:00`).date).toBe(sunday);
  });
});

it('has the starts from five in the evening until it ends, without those that are over', () => {
  const night = nightAt(openFrom([6, '06:00', '02:00']), `${saturday} 18:05`);
  const free = [
    {
      resourceId: court,
      days: [
        { date: saturday, times: ['16:00', '17:00', '18:00', '19:00', '23:30'] },
        { date: sunday, times: ['00:30', '02:00', '18:00'] },
      ],
    },
  ];
  const [one] = startsOfNight(free, night, `${saturday} 18:05`);
  expect(one?.slots.map(({ date, time }) => `${date} ${time}`)).toEqual([
    `${saturday} 19:00`,
    `${saturday} 23:30`,
    `${sunday} 00:30`,
  ]);
  expect(one?.slots.map(({ time }) => hourText(time))).toEqual(['7', '11:30', '12:30']);
});

it('counts weekdays from Monday', () => {});
