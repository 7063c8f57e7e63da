import { addDays, indiaDate, type LocalDate, type LocalTime } from '@samay/contract/core/time';
import { readInOneMessage } from '../../../db/read-in-one-message.ts';
import { byDay, bookableStarts, type DaysRow, makeBusinessDays, readDays } from '../../availability/index.ts';
import { isPlanFull, usageFrom, type UsageRow } from '../../tenancy/index.ts';
import type { AppointmentRow } from '../rows/queries.ts';
import type { OwnBusinessRow } from './queries.ts';
import type { OwnWork } from './find-own.ts';

/** The days from today on, today included, that a person may choose from. */
const horizonDays = 30;
/** The months of the plan after today's that these may reach into. */
const furtherMonths = 2;

interface Range {
  readonly from: LocalDate;
  readonly to: LocalDate;
}

/** The booking that is moved: to times of its doctor or court, where its own time counts as free. */
type Booking = Pick<AppointmentRow, 'id' | 'service_id' | 'resource_id' | 'duration_min'>;

export interface FreeDay {
  readonly date: LocalDate;
  readonly times: readonly LocalTime[];
}

/**
 * Lists the days with free times to which a person may move their booking, without its own time, and without the
 * days in whose month the plan has no place left for it.
 */
export async function listFreeDays(
  context: OwnWork,
  booking: AppointmentRow,
  { notice_min: notice }: Pick<OwnBusinessRow, 'notice_min'>,
): Promise<readonly FreeDay[]> {
  const from = indiaDate(context.now);
  const range = { from, to: addDays(from, horizonDays) };
  const { days, months } = await readInOneMessage(context, {
    days: readFree(booking, range, context.now),
    months: usageFrom(from, furtherMonths),
  });
  const { appointment_date: day, appointment_time: own } = booking;
  return freeDays(days, booking, range, { now: context.now, notice })
    .map(({ date, times }) => ({
      date,
      times: times.filter((time) => date !== day || time !== own.slice(0, 5)),
    }))
    .filter(({ date, times }) => times.length > 0 && hasPlace(booking, months, date));
}

/** Returns whether the plan has a place for a booking on another day: within one month it keeps its own. */
function hasPlace(booking: AppointmentRow, months: readonly UsageRow[], date: LocalDate): boolean {
  const month = months.find(({ cycle_start: start, cycle_end: end }) => start <= date && date < end);
  if (!month || !isPlanFull([month])) return true;
  const { counts_in_plan: counts, source, appointment_date: day } = booking;
  const takesPlace = counts || (month.first_days_until !== null && source !== 'imported');
  return !takesPlace || (month.cycle_start <= day && day < month.cycle_end);
}

/** Reads what the free times of a range of days follow from. */
export function readFree(
  { id, service_id: service, resource_id: resource }: Booking,
  range: Range,
  now: Date,
) {
  return readDays({ service, resource, except: id, ...range, now });
}

/**
 * Returns the free times of each day, from the notice of the business on, for thirty days.
 * @param notice in minutes
 */
export function freeDays(
  rows: readonly DaysRow[],
  { id, service_id: service, resource_id: resource, duration_min: duration }: Booking,
  range: Range,
  { now, notice }: { readonly now: Date; readonly notice: number },
): readonly FreeDay[] {
  const asked = {
    service: service ?? undefined,
    resource: resource ?? undefined,
    except: id,
    duration: duration ?? undefined,
    ...range,
  };
  const earliest = new Date(now.getTime() + notice * 60_000);
  const [found] = bookableStarts(makeBusinessDays(rows, asked), asked, earliest);
  const last = addDays(indiaDate(now), horizonDays);
  return found ? byDay(found).days.filter(({ date }) => date <= last) : [];
}
