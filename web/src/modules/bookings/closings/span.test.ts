import { expect, it } from 'vitest';
import { spanError, makeSpan, spanText } from './span.ts';

const closed = { business: [], ofResources: [], exceptions: [] };
const untilTwo = { ...closed, business: [{ weekday: 6, opens: '16:00', closes: '02:00' }] };
const saturday = '2026-11-21';
const at = (date: string, time: string) => ({ date, time });

it.each([
  ['rest', `${saturday} 18:05`, closed, at(saturday, '18:05'), at('2026-11-22', '00:00')],
  ['rest', `${saturday} 18:05`, untilTwo, at(saturday, '18:05'), at('2026-11-22', '02:00')],
  ['rest', '2026-11-22 01:30', untilTwo, at('2026-11-22', '01:30'), at('2026-11-22', '02:00')],
  ['twoHours', `${saturday} 18:05`, closed, at(saturday, '18:05'), at(saturday, '20:05')],
  ['twoHours', `${saturday} 23:00`, closed, at(saturday, '23:00'), at('2026-11-22', '01:00')],
  ['day', `${saturday} 18:05`, untilTwo, at(saturday, '00:00'), at('2026-11-22', '02:00')],
] as const)('closes %s at %s until the hours of the day end [P-6.88]', (when, minute, hours, from, to) => {
  expect(makeSpan(when, { minute, date: saturday, hours })).toEqual({ from, to });
});

it('leaves the games of the night before out of a whole day [P-6.88]', () => {
  const sunday = { minute: `${saturday} 18:05`, date: '2026-11-22', hours: untilTwo };
  expect(makeSpan('day', sunday).from).toEqual(at('2026-11-22', '02:00'));
});

it.each([
  [at(saturday, '14:30'), at(saturday, '18:00'), null],
  [at(saturday, '14:30'), at(saturday, '14:30'), 'The end is before the start'],
  [at(saturday, ''), at(saturday, '18:00'), 'Please enter a date and a time for both ends'],
  [at('30/2', '10:00'), at(saturday, '18:00'), 'Please enter a date and a time for both ends'],
])('checks a typed span from %o to %o', (from, to, error) => {
  expect(spanError({ from, to })).toBe(error);
});

it.each([
  [at(saturday, '14:30'), at(saturday, '18:00'), 'Sat, 21 Nov, 2:30 pm to 6:00 pm'],
  [at(saturday, '14:30'), at('2026-11-22', '00:00'), 'Sat, 21 Nov, 2:30 pm to midnight'],
  [at(saturday, '14:30'), at('2026-11-22', '02:00'), 'Sat, 21 Nov, 2:30 pm to Sun, 22 Nov, 2:00 am'],
  [at(saturday, '00:00'), at('2026-11-22', '00:00'), 'Sat, 21 Nov, all day'],
  [at(saturday, '00:00'), at('2026-11-24', '00:00'), 'Sat, 21 Nov to Mon, 23 Nov'],
])('formats a span from %o to %o', (from, to, text) => {
  expect(spanText({ from, to })).toBe(text);
});
