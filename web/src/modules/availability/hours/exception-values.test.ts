import { describe, expect, it } from 'vitest';
import {
  exceptionBody,
  exceptionErrors,
  exceptionValues,
  getRange,
  withStartDay,
} from './exception-values.ts';

const values = { ...exceptionValues('2026-11-30', ''), reason: 'Diwali' };

describe('a closure', () => {
  it('of whole days ends with the midnight after the last one [P-6.19]', () => {
    expect(exceptionBody({ ...values, toDate: '2026-12-31' })).toEqual({
      kind: 'closure',
      resourceId: null,
      from: { date: '2026-11-30', time: '00:00' },
      to: { date: '2027-01-01', time: '00:00' },
      reason: 'Diwali',
    });
  });

  it.each([
    ['2026-11-30', '2026-11-28', '2026-11-28'],
    ['2026-11-30', '2026-12-02', '2026-12-02'],
    ['2026-12-04', '2026-12-01', '2026-12-04'],
    ['2026-12-04', '2026-12-07', '2026-12-07'],
  ])('of 30 Nov to %s that begins on %s ends on %s [P-6.97]', (toDate, from, end) => {
    expect(withStartDay(from, { ...values, toDate })).toEqual({ fromDate: from, toDate: end });
  });

  it('of hours is sent as typed', () => {
    const body = exceptionBody({
      ...values,
      resourceId: 'court',
      isAllDay: false,
      fromTime: '14:00',
      toTime: '16:30',
    });
    expect(body).toMatchObject({
      resourceId: 'court',
      from: { date: '2026-11-30', time: '14:00' },
      to: { date: '2026-11-30', time: '16:30' },
    });
  });

  it.each([
    [{ reason: ' ' }, { reason: 'Please enter a reason' }],
    [{ toDate: '2026-11-29' }, { toDate: 'The end is before the start' }],
    [{ isAllDay: false, fromTime: '10:00', toTime: '10:00' }, { toTime: 'The end is before the start' }],
    [{ isAllDay: false, fromTime: '' }, { fromTime: 'Please enter a time' }],
    [{ fromDate: 'soon' }, { fromDate: 'Please enter a date' }],
    [{ isAllDay: false, fromTime: '22:00', toDate: '2026-12-01', toTime: '02:00' }, {}],
  ])('with %j is refused with %j [P-6.19]', (with_, errors) => {
    expect(exceptionErrors({ ...values, ...with_ })).toEqual(errors);
  });

  it('is shown in words', () => {
    const at = (date: string, time = '00:00') => ({ date, time });
    expect(getRange({ from: at('2026-11-30'), to: at('2026-12-01') })).toBe('Mon, 30 Nov 2026');
    expect(getRange({ from: at('2026-12-30'), to: at('2027-01-02') })).toBe(
      'Wed, 30 Dec 2026 to Fri, 1 Jan 2027',
    );
    expect(getRange({ from: at('2026-11-30', '14:00'), to: at('2026-11-30', '16:30') })).toBe(
      'Mon, 30 Nov 2026, 2:00 pm to 4:30 pm',
    );
    expect(getRange({ from: at('2026-11-30', '22:00'), to: at('2026-12-01', '02:00') })).toBe(
      'Mon, 30 Nov, 10:00 pm to Tue, 1 Dec 2026, 2:00 am',
    );
  });
});
