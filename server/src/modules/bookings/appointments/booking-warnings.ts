import type { warnAppointment as endpoint } from '@samay/contract/bookings/appointments';
import type { ReplyOf } from '@samay/contract/core/endpoint';
import { openingDayOf } from '@samay/contract/tenancy/opening-hours';
import { addDays, formatTime, indiaDate, indiaTime, type LocalDate, type LocalTime, weekdayOf } from '@samay/contract/core/time';
import { wording } from '@samay/contract/core/wording';
import { readAtOnce } from '../../../db/read-at-once.ts';
import type { TenantContext } from '../../../context/request-context.ts';
import { isFullOf, usageOn } from '../../tenancy/index.ts';
import { findTaken, type OpeningHours, readOpeningHours } from './queries.ts';

interface Input {
  readonly query: {
    readonly date: string;
    readonly time: string;
    readonly doctor?: string | undefined;
    readonly except?: string | undefined;
  };
}

type Warnings = ReplyOf<typeof endpoint>;

/**
 * Returns warnings about a date and time, as sentences for the form field. A warning does not prevent the booking (decisions, "Bookings"). A
 * full plan does, and is reported for a new booking.
 */
export async function warnAppointment(context: TenantContext, { query }: Input): Promise<Warnings> {
  const { date, time, doctor, except } = query;
  const word = wording[context.businessType];
  const read = await readAtOnce(context, {
    hours: readOpeningHours({}),
    taken: findTaken({ date, time, except, doctor: context.businessType === 'doctor' ? doctor : undefined }),
    usage: except === undefined ? usageOn(date) : undefined,
  });
  const [hours] = read.hours;
  const warnings = [
    isPast(date, time, context.now) && 'This time has already passed.',
    ...(hours ? closedWarnings(hours, date, time) : []),
    read.taken.length > 0 &&
      (doctor ? `${doctor} already has ${articleOf(word.booking)} at this time.` : `There is already a ${word.booking} at this time.`),
  ];
  const isFull = read.usage !== undefined && isFullOf(read.usage);
  return { warnings: warnings.filter((warning) => typeof warning === 'string'), ...(isFull && { isFull }) };
}

/** Opening hours past midnight belong to the day on which they start: Saturday 6 PM to 2 AM covers early Sunday, not early Saturday. */
function closedWarnings({ time_slots: slots, operating_days: days }: OpeningHours, date: LocalDate, time: LocalTime): (string | false)[] {
  const worksOn = (day: LocalDate) => days.length === 0 || days.includes(weekdayOf(day));
  const opens = openingDayOf(slots, time);
  if (opens === 'the day before' && worksOn(addDays(date, -1))) return [];
  return [
    !worksOn(date) && `${weekdayOf(date)} is not a working day.`,
    opens !== 'its day' && (opens === undefined || worksOn(date)) && `${formatTime(time)} is outside the opening hours.`,
  ];
}

function isPast(date: string, time: string, now: Date): boolean {
  return `${date} ${time}` < `${indiaDate(now)} ${indiaTime(now)}`;
}

function articleOf(word: string): string {
  return /^[aeiou]/.test(word) ? `an ${word}` : `a ${word}`;
}
