import { describe, expect, it } from 'vitest';
import {
  addDays,
  addMinutes,
  addMonths,
  daysBetween,
  formatDate,
  formatDay,
  formatInstant,
  formatTime,
  formatWeekday,
  indiaDate,
  indiaHour,
  indiaTime,
  Instant,
  isoOf,
  LocalDate,
  LocalTime,
  isoWeekdayOf,
  getWeekday,
} from './time.ts';

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const isLeap = (year: number) => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
const getLengths = (year: number) => [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const two = (value: number) => String(value).padStart(2, '0');

/** Lists every day of four years without a Date. 1 January 2024 was a Monday. */
const calendar = [2024, 2025, 2026, 2027].flatMap((year) =>
  getLengths(year).flatMap((length, month) =>
    Array.from({ length }, (_, day) => `${year}-${two(month + 1)}-${two(day + 1)}`),
  ),
);

describe('the calendar', () => {
  it('knows each day of 2024 to 2027, the one after, the one before, and its weekday', () => {
    expect(calendar).toHaveLength(366 + 365 * 3);
    for (const [index, date] of calendar.entries()) {
      expect(LocalDate.parse(date)).toBe(date);
      expect(getWeekday(date)).toBe(weekdays[index % 7]);
      expect(weekdays[isoWeekdayOf(date) - 1]).toBe(getWeekday(date));
      expect(daysBetween('2024-01-01', date)).toBe(index);
      expect(addDays(date, -index)).toBe('2024-01-01');
      const next = calendar[index + 1];
      if (next) expect([addDays(date, 1), addDays(next, -1)]).toEqual([next, date]);
    }
  });

  it.each([
    '2026-02-29',
    '2026-02-30',
    '2026-13-01',
    '2026-00-10',
    '2026-04-31',
    '2026-1-1',
    '26-01-01',
    '',
    '2026-01-01T00:00',
    '1899-12-31',
  ])('has no day %j [P-5.15]', (text) => {
    expect(LocalDate.safeParse(text).error?.issues[0]?.message).toBe('Please enter a valid date');
  });

  it.each(['25:00', '24:00', '12:60', '9:00', '12:00:00', 'noon', '', '12:00 PM'])(
    'has no time %j [P-5.15]',
    (text) => {
      expect(LocalTime.safeParse(text).error?.issues[0]?.message).toBe('Please enter a valid time');
    },
  );

  it.each([
    ['2026-01-31', 1, '2026-02-28'],
    ['2024-01-31', 1, '2024-02-29'],
    ['2026-03-31', -1, '2026-02-28'],
    ['2026-11-30', 3, '2027-02-28'],
    ['2026-12-15', 1, '2027-01-15'],
    ['2026-01-15', -1, '2025-12-15'],
    ['2026-05-31', 12, '2027-05-31'],
    ['2024-02-29', 12, '2025-02-28'],
    ['2026-05-31', 0, '2026-05-31'],
  ])('%s and %i months is %s', (date, months, expected) => {
    expect(addMonths(date, months)).toBe(expected);
  });
});

describe('instants in India', () => {
  it.each([
    ['2026-11-20T18:29:59.999Z', '2026-11-20', '23:59'],
    ['2026-11-20T18:30:00.000Z', '2026-11-21', '00:00'],
    ['2026-11-21T18:29:59.999Z', '2026-11-21', '23:59'],
    ['2026-12-31T18:30:00.000Z', '2027-01-01', '00:00'],
    ['2024-02-28T18:30:00.000Z', '2024-02-29', '00:00'],
    ['2024-02-29T18:30:00.000Z', '2024-03-01', '00:00'],
    ['2026-06-15T06:30:00.000Z', '2026-06-15', '12:00'],
  ])('%s falls on %s %s [P-6.1, P-9.1]', (instant, date, time) => {
    const at = new Date(instant);
    expect([indiaDate(at), indiaTime(at), indiaHour(at)]).toEqual([date, time, Number(time.slice(0, 2))]);
  });

  it('turn over at 18:30 UTC on each day of four years', () => {
    for (const [index, date] of calendar.entries()) {
      const midnight = Date.UTC(2024, 0, 1 + index) - 5.5 * 3_600_000;
      expect([indiaDate(new Date(midnight)), indiaTime(new Date(midnight))]).toEqual([date, '00:00']);
      expect(indiaTime(new Date(midnight - 1))).toBe('23:59');
    }
  });

  it('do not depend on the zone that the process runs in [P-6.1]', () => {
    const zone = process.env['TZ'];
    const at = new Date('2026-11-20T18:30:00.000Z');
    try {
      for (const other of [
        'UTC',
        'Asia/Kathmandu',
        'America/St_Johns',
        'Pacific/Kiritimati',
        'Pacific/Pago_Pago',
      ]) {
        process.env['TZ'] = other;
        expect([
          indiaDate(at),
          indiaTime(at),
          addDays('2026-03-08', 1),
          getWeekday('2026-11-01'),
          formatDate('2026-11-01'),
        ]).toEqual(['2026-11-21', '00:00', '2026-03-09', 'Sunday', '1 Nov 2026']);
      }
    } finally {
      if (zone === undefined) delete process.env['TZ'];
      else process.env['TZ'] = zone;
    }
  });

  it('travel as ISO 8601 in UTC and as nothing else', () => {
    expect(Instant.safeParse('2026-11-21T04:30:00.000Z').success).toBe(true);
    expect(Instant.safeParse('2026-11-21T10:00:00+05:30').success).toBe(false);
    expect(Instant.safeParse('2026-11-21').success).toBe(false);
  });
});

describe('what people read', () => {
  it('is short and Indian', () => {
    expect(formatDate('2026-11-21')).toBe('21 Nov 2026');
    expect(formatDay('2026-11-21')).toBe('21 Nov');
    expect(formatWeekday('2026-11-21')).toMatch(/^Sat,? 21 Nov$/);
    expect(formatTime('14:30')).toMatch(/^2:30\spm$/);
    expect(formatTime('00:05')).toMatch(/^12:05\sam$/);
    expect(formatTime('12:00')).toMatch(/^12:00\spm$/);
    expect(formatInstant('2026-11-21T09:00:00.000Z')).toMatch(/^21 Nov 2026, 2:30\spm$/);
    expect(formatInstant('2026-11-20T18:30:00.000Z')).toMatch(/^21 Nov 2026, 12:00\sam$/);
  });
});

it('names each month by its three letters, as the field that days are typed into does', () => {
  const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
  const days = months.map((_, month) => `2026-${String(month + 1).padStart(2, '0')}-05`);
  expect(days.map(formatDate)).toEqual(months.map((month) => `5 ${month} 2026`));
  expect(formatWeekday('2026-09-05')).toBe('Sat, 5 Sep');
});

describe('an instant in ISO 8601', () => {
  it.each([
    0, -1, 1, 1_700_000_000_000, 1_700_092_799_999, 951_782_400_050, -62_135_596_800_000, -62_198_755_200_001,
    253_402_300_799_999, 253_402_300_800_000,
  ])('is what toISOString says of %i, also when its day is known', (ms) => {
    const at = new Date(ms);
    expect([isoOf(at), isoOf(at)]).toEqual([at.toISOString(), at.toISOString()]);
  });

  it('is as right after many other days', () => {
    for (let day = 0; day < 2_500; day += 1) {
      const at = new Date(day * 86_400_000 + day);
      expect(isoOf(at)).toBe(at.toISOString());
    }
  });

  it('is refused of no instant', () => {
    expect(() => isoOf(new Date(Number.NaN))).toThrow(RangeError);
  });
});

it.each([
  ['09:05', 0, '09:05'],
  ['09:05', 30, '09:35'],
  ['23:45', 30, '00:15'],
  ['00:15', -30, '23:45'],
  ['10:00', 1_440, '10:00'],
] as const)('%s and %i minutes are %s', (time, minutes, later) => {
  expect(addMinutes(time, minutes)).toBe(later);
});
