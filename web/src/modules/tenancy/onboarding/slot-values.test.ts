import { describe, expect, it } from 'vitest';
import { emptySlot, slotHint, slotsBody, slotValues, type SlotValues } from './slot-values.ts';

const row = (start: string, startHalf: 'AM' | 'PM', end: string, endHalf: 'AM' | 'PM'): SlotValues => ({
  key: 'k',
  start,
  startHalf,
  end,
  endHalf,
});

it.each([
  ['9 AM', '1 PM', ['9', 'AM', '1', 'PM']],
  ['9:30 PM', '12 AM', ['9:30', 'PM', '12', 'AM']],
])('%s to %s fills a row and comes back', (start_time, end_time, fields) => {
  const values = slotValues({ start_time, end_time });
  expect([values.start, values.startHalf, values.end, values.endHalf]).toEqual(fields);
  expect(slotsBody([values])).toEqual([{ start_time, end_time }]);
});

it('starts a further slot after the one before it [P-3.34]', () => {
  const second = emptySlot(row('9', 'AM', '1:30', 'PM'));
  expect([second.start, second.startHalf, second.end, second.endHalf]).toEqual(['', 'PM', '', 'PM']);
});

it('reads times in the digits of every script [P-5.73]', () => {
  expect(slotsBody([row('९:३०', 'AM', '௭', 'PM')])).toEqual([{ start_time: '9:30 AM', end_time: '7 PM' }]);
});

it('sends nothing for an empty text, and reads 9.30 as 9:30', () => {
  expect(slotsBody([emptySlot(), row(' 9.30 ', 'AM', ' ', 'PM')])).toEqual([
    { start_time: '', end_time: '' },
    { start_time: '9:30 AM', end_time: '' },
  ]);
});

describe('what may surprise', () => {
  it.each([
    [row('9', 'AM', '1', 'PM'), undefined],
    [row('6', 'PM', '2', 'AM'), 'Ends on the next day.'],
    [row('12', 'AM', '12', 'AM'), 'Open 24 hours.'],
    [row('9', 'AM', '', 'PM'), undefined],
    [row('9', 'AM', 'late', 'PM'), undefined],
  ])('%o: %s', (slot, hint) => {
    expect(slotHint(slot)).toBe(hint);
  });
});
