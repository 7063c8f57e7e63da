import { describe, expect, it } from 'vitest';
import { canonicalTime, toMinutes, overlappingSlots } from './opening-hours.ts';

describe('times of the wizard', () => {
  it.each([
    ['9 AM', 540],
    ['9AM', 540],
    [' 9:30 pm ', 1290],
    ['12 AM', 0],
    ['12 PM', 720],
    ['12:30 am', 30],
    ['11:59 PM', 1439],
    ['9 a.m.', 540],
  ])('%j is %i minutes after midnight', (text, minutes) => {
    expect(toMinutes(text)).toBe(minutes);
  });

  it.each(['', '9', '13 PM', '0 AM', '9:60 AM', '9:5 AM', 'noon', '25:00', '9 AM to 5 PM'])(
    '%j is no time',
    (text) => {
      expect(toMinutes(text)).toBeUndefined();
    },
  );
});

describe('stored times', () => {
  it.each([
    ['9am', '9 AM'],
    [' 09:00 a.m. ', '9 AM'],
    ['9:05 pm', '9:05 PM'],
    ['12 AM', '12 AM'],
    ['12:30 pm', '12:30 PM'],
    ['noon', 'noon'],
  ])('%j is stored as %j [P-3.14]', (text, kept) => {
    expect(canonicalTime(text)).toBe(kept);
    expect(canonicalTime(canonicalTime(text))).toBe(kept);
  });
});

it.each([
  [['9 AM-1 PM', '5 PM-9 PM'], []],
  [['9 AM-1 PM', '1 PM-5 PM'], []],
  [['9 AM-1 PM', '12:30 PM-5 PM'], [1]],
  [
    ['9 AM-1 PM', '9 AM-1 PM', '10 AM-11 AM'],
    [1, 2],
  ],
  [['6 PM-2 AM', '1 AM-3 AM'], [1]],
  [['6 AM-6 AM', '9 AM-1 PM'], [1]],
  [['5 PM-9 PM', '9 AM-1 PM'], []],
  [['late-1 PM', '9 AM-1 PM'], []],
] as const)('of the hours %j overlap those at %j [P-3.34]', (texts, places) => {
  const slots = texts.map((text) => {
    const [start_time = '', end_time = ''] = text.split('-');
    return { start_time, end_time };
  });
  expect(overlappingSlots(slots)).toEqual(places);
});

it.each([
  ['9 AM-8 PM', ['Monday', 'Friday'], '9 AM-1 PM', ['Saturday'], []],
  ['9 AM-8 PM', ['Monday', 'Friday'], '9 AM-1 PM', ['Friday', 'Saturday'], [1]],
  ['9 AM-8 PM', ['Monday'], '9 AM-1 PM', undefined, [1]],
  ['8 PM-2 AM', ['Sunday'], '1 AM-5 AM', ['Monday'], [1]],
  ['8 PM-2 AM', ['Sunday'], '1 AM-5 AM', ['Sunday'], []],
] as const)('%s of %j and %s of %j overlap at %j [P-3.34]', (one, days, other, others, places) => {
  const slot = (text: string, own: typeof days | typeof others) => {
    const [start_time = '', end_time = ''] = text.split('-');
    return { start_time, end_time, ...(own && { days: own }) };
  };
  expect(overlappingSlots([slot(one, days), slot(other, others)])).toEqual(places);
});
