import { z } from 'zod';
import { Slot } from '../core/alternatives.ts';
import { Duration } from '../availability/services.ts';
import { endpoint } from '../core/endpoint.ts';
import { Paise } from '../core/money.ts';
import { Id } from '../core/text.ts';
import { addDays, daysBetween, isoWeekdayOf, lastLocalDate, LocalDate, LocalTime } from '../core/time.ts';
import { Appointment, Before, NewAppointment, Occupation, OverbookedReason } from './appointments.ts';
import { Cancellation } from './transitions.ts';
import { isReachable, unreachable } from '../people/contact.ts';

/** The most bookings of a series, all within `mostDaysOfSeries` of the first. */
export const mostOfSeries = 52;
export const mostDaysOfSeries = 400;

/**
 * A repetition every n weeks on weekdays (ISO: 1 is Monday), until a day, which is included, or for
 * a number of bookings.
 */
export const Repeat = z
  .strictObject({
    everyWeeks: z
      .int('Please enter 1 to 52 weeks')
      .min(1, 'Please enter 1 to 52 weeks')
      .max(52, 'Please enter 1 to 52 weeks'),
    weekdays: z.array(z.int().min(1).max(7)).min(1, 'Please select at least one day').max(7),
    until: LocalDate.nullable(),
    count: z
      .int('Please enter 2 to 52')
      .min(2, 'Please enter 2 to 52')
      .max(mostOfSeries, 'Please enter 2 to 52')
      .nullable(),
  })
  .refine(({ until, count }) => (until === null) !== (count === null), {
    path: ['until'],
    error: 'Please choose an end date or a number',
  });
export type Repeat = z.infer<typeof Repeat>;

/**
 * Lists the days of a series that begins on a day: that day, if it is one of the weekdays, and the
 * following ones. At most 52, within 400 days, and none after the last valid date.
 */
export function repeatedDays({ everyWeeks, weekdays, until, count }: Repeat, first: LocalDate): LocalDate[] {
  const monday = addDays(first, 1 - isoWeekdayOf(first));
  const ends = [addDays(first, mostDaysOfSeries), lastLocalDate, until ?? lastLocalDate];
  const end = ends.toSorted()[0] ?? first;
  const most = count ?? mostOfSeries;
  const days: LocalDate[] = [];
  const inOrder = [...new Set(weekdays)].toSorted((one, other) => one - other);
  for (let week = monday; week <= end; week = addDays(week, everyWeeks * 7)) {
    for (const weekday of inOrder) {
      const day = addDays(week, weekday - 1);
      if (day < first) continue;
      if (day > end || days.length >= most) return days;
      days.push(day);
    }
  }
  return days;
}

/**
 * The state of a date of a series before it is made: free, taken, outside the open hours, or over
 * the plan's limit of its cycle.
 */
export const OccurrenceState = z.enum(['free', 'taken', 'closed', 'full']);

export const Occurrence = z.strictObject({
  date: LocalDate,
  time: LocalTime,
  state: OccurrenceState,
  /** Other free starts of that day, nearest first, where it is taken or closed. */
  others: z.array(Slot),
});
export type Occurrence = z.infer<typeof Occurrence>;

const { overbookedReason: _, ...occupied } = Occupation.shape;

export const previewSeries = endpoint({
  method: 'POST',
  path: '/api/series-preview',
  access: 'appointments.write',
  summary: 'Each date of a series before it is made. Writes nothing.',
  body: z.strictObject({
    date: LocalDate,
    time: LocalTime,
    doctor: NewAppointment.shape.doctor,
    ...occupied,
    size: NewAppointment.shape.size,
    repeat: Repeat,
  }),
  reply: z.strictObject({ occurrences: z.array(Occurrence) }),
});

const {
  date: _date,
  time: _time,
  overbookedReason: _reason,
  walkIn: _walkIn,
  ...shared
} = NewAppointment.shape;

export const createSeries = endpoint({
  method: 'POST',
  path: '/api/series',
  access: 'appointments.write',
  summary:
    'Create the bookings of a series, all or none of them. ' +
    'Amount, payment method and payment ID are those of the first.',
  body: z
    .strictObject({
      ...shared,
      occurrences: z
        .array(
          z.strictObject({
            date: LocalDate,
            time: LocalTime,
            /** The resource instead of the series' own. */
            resourceId: Id.nullish(),
            overbookedReason: OverbookedReason.nullish(),
          }),
        )
        .min(1)
        .max(mostOfSeries)
        .refine(isWithinSpan, `Please choose dates within ${mostDaysOfSeries} days`),
    })
    .refine(isReachable, unreachable),
  reply: z.strictObject({ seriesId: Id, items: z.array(Appointment) }),
  status: 201,
  idempotent: true,
});

function isWithinSpan(occurrences: readonly { readonly date: LocalDate }[]): boolean {
  const days = occurrences.map(({ date }) => date).toSorted();
  return daysBetween(days[0] ?? '', days.at(-1) ?? '') <= mostDaysOfSeries;
}

/**
 * The bookings of a series that a change is for: those of the named one's day and later, or all. It
 * changes future ones: scheduled, not arrived or started, today or later. Others stay unchanged,
 * even the named one.
 */
const Scope = z.enum(['following', 'all']);
const params = z.strictObject({ id: Id });
const Changed = z.strictObject({ items: z.array(Appointment) });
const asked = { scope: Scope, before: Before };

export const countSeries = endpoint({
  method: 'GET',
  path: '/api/appointments/:id/series',
  access: 'appointments.read',
  summary:
    'How many bookings of the series of this one a change would touch, and their money, by its scope; how many ' +
    'it has, and the days of the first and the last, without those that were cancelled.',
  params,
  reply: z.strictObject({
    following: z.int(),
    all: z.int(),
    /** The money of the bookings that each scope would touch. */
    paid: z.strictObject({ following: Paise, all: Paise }),
    total: z.int(),
    from: LocalDate.nullable(),
    until: LocalDate.nullable(),
  }),
});

export const moveSeries = endpoint({
  method: 'PUT',
  path: '/api/appointments/:id/series/schedule',
  access: 'appointments.write',
  summary:
    'Move the bookings of a series that are to come by as many days as the named one, to ' +
    'the same time, all or none of them. Rejected if the named one has been moved since ' +
    'the caller saw it.',
  params,
  body: z.strictObject({
    ...asked,
    date: LocalDate,
    time: LocalTime,
    resourceId: Id.nullish(),
    duration: Duration.nullish(),
    overbookedReason: OverbookedReason.nullish(),
  }),
  reply: Changed,
  idempotent: true,
});

export const cancelSeries = endpoint({
  method: 'POST',
  path: '/api/appointments/:id/series/cancellation',
  access: 'appointments.write',
  summary:
    'Cancel the bookings of a series that are to come. Their money stays, is kept as advances, or is given back. ' +
    'Rejected if the named one has been moved since the caller saw it.',
  params,
  /** The money is that of each cancelled booking. */
  body: z.strictObject({ ...asked, ...Cancellation.shape }),
  reply: Changed,
  idempotent: true,
});
