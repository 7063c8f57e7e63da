import { describe, expect, it } from 'vitest';
import { planReminder, waitForUndo } from './plan.ts';

const at = (india: string) => new Date(`2026-11-${india.replace(' ', 'T')}:00+05:30`);
const inIndia = (instant?: Date) =>
  instant && new Date(instant.getTime() + 5.5 * 3_600_000).toISOString().slice(8, 16).replace('T', ' ');

describe('a reminder [P-12.53]', () => {
  it.each([
    ['the day before', '24 12:00', 1440, '23 12:00'],
    ['two hours before', '24 12:00', 120, '24 10:00'],
    ['due before 8: at 8, three quarters of an hour before the start', '24 08:45', 120, '24 08:00'],
    ['due before 8, and less after it: the evening before', '24 08:44', 120, '23 20:00'],
    ['a day before an early start: at 8 of the day before', '24 07:00', 1440, '23 08:00'],
    ['due from 21 on: at 8 of the next morning', '24 22:00', 1440, '24 08:00'],
    ['due at 21 and for the night: at 20', '24 23:00', 120, '24 20:00'],
    ['due just before 21', '24 22:59', 120, '24 20:59'],
  ])('leaves %s', (_what, start, lead, due) => {
    expect(inIndia(planReminder({ startsAt: at(start), createdAt: at('01 10:00') }, lead)?.dueAt)).toBe(due);
  });

  it('is worth an hour, and never leaves after 21', () => {
    const until = (start: string) =>
      inIndia(planReminder({ startsAt: at(start), createdAt: at('01 10:00') }, 120)?.expiresAt);
    expect([until('24 12:00'), until('24 22:30')]).toEqual(['24 11:00', '24 21:00']);
  });

  it('waits three minutes after a change of its booking, unless its time is nearly over by then', () => {
    const planned = { dueAt: at('23 12:00'), expiresAt: at('23 13:00') };
    const due = (changed: string) => inIndia(waitForUndo(planned, at(changed)));
    const dues = ['22 12:00', '23 12:30', '23 12:47', '23 12:48'].map(due);
    expect(dues).toEqual(['23 12:00', '23 12:33', '23 12:50', '23 12:00']);
  });

  it('is none within two hours after the booking was made', () => {
    const due = (made: string) =>
      inIndia(planReminder({ startsAt: at('24 12:00'), createdAt: at(made) }, 1440)?.dueAt);
    expect([due('23 10:00'), due('23 10:01')]).toEqual(['23 12:00', undefined]);
  });
});
