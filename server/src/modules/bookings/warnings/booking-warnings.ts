import type { warnAppointment as endpoint } from '@samay/contract/bookings/appointments';
import type { ReplyOf } from '@samay/contract/core/endpoint';
import { openingDayOf } from '@samay/contract/tenancy/opening-hours';
import {
  addDays,
  formatTime,
  indiaDate,
  indiaTime,
  type LocalDate,
  type LocalTime,
  weekdayOf,
} from '@samay/contract/core/time';
import { wording } from '@samay/contract/core/wording';
import { onlyRow } from '../../../db/run-statement.ts';
import { readAtOnce } from '../../../db/read-at-once.ts';
import type { TenantContext } from '../../../context/request-context.ts';
import { closedWarnings, readAtTime, soughtOf } from '../../availability/index.ts';
import { isFullOf, usageOn } from '../../tenancy/index.ts';
import { findTaken, type OpeningHours, readOpeningHours } from '../appointments/queries.ts';

interface Input {
  readonly query: {
    readonly date: string;
    readonly time: string;
    readonly doctor?: string | undefined;
    readonly resource?: string | undefined;
    readonly service?: string | undefined;
    readonly duration?: number | undefined;
    readonly except?: string | undefined;
  };
}

type Warnings = ReplyOf<typeof endpoint>;

/**
 * Returns warnings about a date and time, as sentences for the form field. A warning does not
 * prevent the booking (decisions, "Bookings"), unless the time is taken and the business keeps
 * times apart. A full plan does, and is reported for a new booking.
 */
export async function warnAppointment(context: TenantContext, { query }: Input): Promise<Warnings> {
  const { date, time, except, resource, service, duration } = query;
  const doctor = context.businessType === 'doctor' ? query.doctor : undefined;
  const { by, values } = soughtOf({
    date,
    time,
    resourceId: resource,
    serviceId: service,
    doctor: doctor ?? null,
  });
  const read = await readAtOnce(context, {
    at: readAtTime({ ...values, moved: except ?? null, date, time, duration: duration ?? null }, by),
    words: readOpeningHours({}),
    sameStart: findTaken({ date, time, except, doctor }),
    usage: except === undefined ? usageOn(date) : undefined,
  });
  const [at, [words]] = [onlyRow(read.at), read.words];
  const whose = query.doctor ?? (context.businessType === 'doctor' ? at.resource?.name : undefined);
  const warnings = [
    isPast(date, time, context.now) && 'This time has already passed.',
    ...(at.has_times ? closedWarnings(at, date, time) : words ? closedByWords(words, date, time) : []),
    // Without a resource nothing is claimed: a doctor who is a text alone has the bookings of that
    // very start.
    (at.resource ? at.is_taken : read.sameStart.length > 0) &&
      takenWarning(whose, wording[context.businessType].booking),
  ];
  const isFull = read.usage !== undefined && isFullOf(read.usage);
  return { warnings: warnings.filter((warning) => typeof warning === 'string'), ...(isFull && { isFull }) };
}

function takenWarning(whose: string | undefined, booking: string): string {
  return whose
    ? `${whose} already has ${articleOf(booking)} at this time.`
    : `There is already a ${booking} at this time.`;
}

/** By the words of a business's onboarding, where its times are not set up. Opening hours past midnight belong to the day on which they start: Saturday 6 PM
 * to 2 AM covers early Sunday, not early Saturday. */
function closedByWords(
  { time_slots: slots, operating_days: days }: OpeningHours,
  date: LocalDate,
  time: LocalTime,
): (string | false)[] {
  const worksOn = (day: LocalDate) => days.length === 0 || days.includes(weekdayOf(day));
  const opens = openingDayOf(slots, time);
  if (opens === 'the day before' && worksOn(addDays(date, -1))) return [];
  return [
    !worksOn(date) && `${weekdayOf(date)} is not a working day.`,
    opens !== 'its day' &&
      (opens === undefined || worksOn(date)) &&
      `${formatTime(time)} is outside the opening hours.`,
  ];
}

function isPast(date: string, time: string, now: Date): boolean {
  return `${date} ${time}` < `${indiaDate(now)} ${indiaTime(now)}`;
}

function articleOf(word: string): string {
  return /^[aeiou]/.test(word) ? `an ${word}` : `a ${word}`;
}
