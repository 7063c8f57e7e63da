import { addDays, indiaDate, type LocalDate, type LocalTime } from '@samay/contract/core/time';
import { readInOneMessage } from '../../../db/read-in-one-message.ts';
import { byDay, bookableStarts, type DaysRow, makeBusinessDays, readDays } from '../../availability/index.ts';
import type { AppointmentRow } from '../rows/queries.ts';
import type { OwnBusinessRow } from './queries.ts';
import type { OwnWork } from './find-own.ts';

/** The days from today on, today included, that a person may choose from. */
const horizonDays = 30;

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

/** Lists the days with free times to which a person may move their booking, without its own time. */
export async function listFreeDays(
  context: OwnWork,
  booking: AppointmentRow,
  { notice_min: notice }: Pick<OwnBusinessRow, 'notice_min'>,
): Promise<readonly FreeDay[]> {
  const from = indiaDate(context.now);
  const range = { from, to: addDays(from, horizonDays) };
  const { days } = await readInOneMessage(context, { days: readFree(booking, range, context.now) });
  const { appointment_date: day, appointment_time: own } = booking;
  return freeDays(days, booking, range, { now: context.now, notice })
    .map(({ date, times }) => ({
      date,
      times: times.filter((time) => date !== day || time !== own.slice(0, 5)),
    }))
    .filter(({ times }) => times.length > 0);
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
