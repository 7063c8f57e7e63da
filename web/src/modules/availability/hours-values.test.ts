import { describe, expect, it } from 'vitest';
import {
  addedHours,
  copiedToAll,
  hoursBody,
  hoursErrors,
  hoursHint,
  hoursTexts,
  type HoursValues,
  isSameHours,
  weekdaysText,
} from './hours-values.ts';

describe('the rules of weekly hours', () => {
  it('asks for both times', () => {
    expect(hoursErrors([row('1', 1, '09:00', '')])).toEqual({ '1': 'Please enter both times' });
  });

  it.each<[string, HoursValues[], string[]]>([
    ['two that follow each other', [row('a', 1, '09:00', '13:00'), row('b', 1, '13:00', '18:00')], []],
    ['two that overlap', [row('a', 1, '09:00', '13:00'), row('b', 1, '12:55', '18:00')], ['a', 'b']],
    [
      'a night that reaches into the next day',
      [row('a', 1, '18:00', '02:00'), row('b', 2, '01:00', '05:00')],
      ['a', 'b'],
    ],
    [
      'a night that ends when the next day begins',
      [row('a', 1, '18:00', '02:00'), row('b', 2, '02:00', '05:00')],
      [],
    ],
    ['Sunday’s night and Monday', [row('a', 7, '18:00', '02:00'), row('b', 1, '01:00', '05:00')], ['a', 'b']],
    [
      'a whole day and an hour of it',
      [row('a', 3, '00:00', '00:00'), row('b', 3, '10:00', '11:00')],
      ['a', 'b'],
    ],
    ['the same hours on two days', [row('a', 3, '09:00', '18:00'), row('b', 4, '09:00', '18:00')], []],
  ])('%s', (_, values, wrong) => {
    expect(Object.keys(hoursErrors(values)).toSorted()).toEqual(wrong);
  });

  it('says what a row means whose end is not after its start [P-6.17]', () => {
    expect(hoursHint({ opens: '18:00', closes: '02:00' })).toBe('Until the next day.');
    expect(hoursHint({ opens: '06:00', closes: '06:00' })).toBe('Open 24 hours.');
    expect(hoursHint({ opens: '06:00', closes: '' })).toBeUndefined();
  });
});

it('is sent by weekday and time, and compared without order', () => {
  const body = hoursBody([
    row('a', 5, '17:00', '20:00'),
    row('b', 1, '09:00', '13:00'),
    row('c', 5, '09:00', '13:00'),
  ]);
  expect(body.map(({ weekday, opens }) => `${weekday} ${opens}`)).toEqual(['1 09:00', '5 09:00', '5 17:00']);
  expect(isSameHours(body, body.toReversed())).toBe(true);
  expect(isSameHours(body, body.slice(1))).toBe(false);
});

it('begins a new day with the hours of another, and a second row empty', () => {
  const monday = row('a', 1, '06:00', '23:00');
  expect(addedHours([monday], 2)).toMatchObject({ weekday: 2, opens: '06:00', closes: '23:00' });
  expect(addedHours([monday], 1)).toMatchObject({ weekday: 1, opens: '', closes: '' });
  expect(addedHours([], 3)).toMatchObject({ weekday: 3, opens: '09:00', closes: '18:00' });
});

it('copies one day to all, in place of theirs', () => {
  const all = copiedToAll(
    [row('a', 1, '06:00', '10:00'), row('b', 1, '16:00', '23:00'), row('c', 2, '09:00', '10:00')],
    1,
  );
  expect(all).toHaveLength(14);
  expect(all.filter(({ weekday }) => weekday === 2).map(({ opens }) => opens)).toEqual(['06:00', '16:00']);
  expect(new Set(all.map(({ key }) => key)).size).toBe(14);
});

it('is shown in words', () => {
  expect(
    hoursTexts(
      [1, 2, 3, 4, 5]
        .map((weekday) => ({ weekday, opens: '09:00', closes: '13:00' }))
        .concat({ weekday: 6, opens: '09:00', closes: '11:00' }),
    ),
  ).toEqual(['Mon to Fri: 9:00 am to 1:00 pm', 'Sat: 9:00 am to 11:00 am']);
  expect(weekdaysText([6, 7])).toBe('Sat, Sun');
  expect(weekdaysText([1, 3, 5])).toBe('Mon, Wed, Fri');
  expect(weekdaysText([])).toBe('Every day');
});

function row(key: string, weekday: number, opens: string, closes: string): HoursValues {
  return { key, weekday, opens, closes };
}
