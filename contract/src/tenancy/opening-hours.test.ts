import { describe, expect, it } from 'vitest';
import { canonicalTime, openingDayOf, minutesOf } from './opening-hours.ts';

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
  ])('%j is stored as %j', (text, kept) => {
    expect(canonicalTime(text)).toBe(kept);
    expect(canonicalTime(canonicalTime(text))).toBe(kept);
  });
});

describe('opening hours', () => {
  const day = [
    { start_time: '9 AM', end_time: '1 PM' },
    { start_time: '4 PM', end_time: '8:30 PM' },
  ];

  it.each([
    ['08:59', undefined],
    ['09:00', 'its day'],
    ['12:59', 'its day'],
    ['13:00', undefined],
    ['16:00', 'its day'],
    ['20:29', 'its day'],
    ['20:30', undefined],
  ])('at %s: %s', (time, opens) => {
    expect(openingDayOf(day, time)).toBe(opens);
  });

  it('pass midnight if the end is before the start', () => {
    const night = [{ start_time: '6 PM', end_time: '2 AM' }];
    expect(
      ['17:59', '18:00', '23:59', '00:00', '01:59', '02:00'].map((time) => openingDayOf(night, time)),
    ).toEqual([undefined, 'its day', 'its day', 'the day before', 'the day before', undefined]);
  });

  it('are the whole day if start and end are equal', () => {
    expect(
      ['00:00', '08:59', '09:00', '23:59'].every(
        (time) => openingDayOf([{ start_time: '9 AM', end_time: '9 AM' }], time) === 'its day',
      ),
    ).toBe(true);
  });

  it('are unlimited if no slot can be read', () => {
    expect(openingDayOf([], '03:00')).toBe('its day');
    expect(openingDayOf([{ start_time: 'early', end_time: 'late' }], '03:00')).toBe('its day');
  });
});
