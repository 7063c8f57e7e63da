import { describe, expect, it } from 'vitest';
import { canonicalTime, minutesOf } from './opening-hours.ts';

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
    expect(minutesOf(text)).toBe(minutes);
  });

  it.each(['', '9', '13 PM', '0 AM', '9:60 AM', '9:5 AM', 'noon', '25:00', '9 AM to 5 PM'])(
    '%j is no time',
    (text) => {
      expect(minutesOf(text)).toBeUndefined();
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
