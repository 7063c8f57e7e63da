import { expect, it } from 'vitest';
import type { OpenHours } from '../night.ts';
import { spanError, makeSpan, spanText, typedSpan, withEnd, withStart } from './span.ts';

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

const sunday = '2026-11-22';
const restOf = (hours: OpenHours) =>
  typedSpan(makeSpan('rest', { minute: `${saturday} 14:30`, date: saturday, hours }));

it('ends on the day on which it starts when both times are typed after the rest of the day [P-6.97]', () => {
  const rest = restOf(closed);
  expect(rest.to).toEqual(at(sunday, '00:00'));
  const typed = withEnd(withStart(rest, at(saturday, '16:00'), closed), at(sunday, '18:00'), closed);
  expect(typed).toMatchObject({ from: at(saturday, '16:00'), to: at(saturday, '18:00') });
  expect(withEnd(typed, at(saturday, '00:00'), closed).to).toEqual(at(sunday, '00:00'));
});

it('ends in the night of its start where the hours pass midnight, and no later [P-6.97]', () => {
  const evening = withStart(restOf(untilTwo), at(saturday, '22:00'), untilTwo);
  expect(withEnd(evening, at(sunday, '01:30'), untilTwo).to).toEqual(at(sunday, '01:30'));
  const before = withEnd(evening, at(sunday, '03:00'), untilTwo);
  expect(spanError(before)).toBe('The end is before the start');
});

it('follows a start that is moved to another day or behind it [P-6.97]', () => {
  const short = typedSpan(
    makeSpan('twoHours', { minute: `${saturday} 14:30`, date: saturday, hours: closed }),
  );
  expect(withStart(short, at('2026-11-24', '14:30'), closed).to).toEqual(at('2026-11-24', '16:30'));
  expect(withStart(short, at(saturday, '17:00'), closed).to).toEqual(at(saturday, '19:00'));
  expect(withStart(short, at(saturday, '23:00'), closed).to).toEqual(at(sunday, '00:00'));
  // Text that is no day yet says nothing of the end.
  const unclear = withStart(short, at('24', '14:30'), closed);
  expect(withStart(unclear, at('2026-11-24', '14:30'), closed).to).toEqual(at('2026-11-24', '16:30'));
});

it('keeps a day of the end that was typed [P-6.97]', () => {
  const typed = withEnd(restOf(closed), at('2026-11-24', '00:00'), closed);
  const later = withEnd(withStart(typed, at(saturday, '16:00'), closed), at('2026-11-24', '18:00'), closed);
  expect(later).toMatchObject({ from: at(saturday, '16:00'), to: at('2026-11-24', '18:00') });
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
