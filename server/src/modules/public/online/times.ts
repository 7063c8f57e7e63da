import { firstOfAny } from '@samay/contract/availability/any-free';
import { computePrice } from '@samay/contract/availability/services';
import { addDays, indiaDate, type LocalDate, type LocalTime } from '@samay/contract/core/time';
import { readInOneMessage, readInOneMessageAsGuest } from '../../../db/read-in-one-message.ts';
import {
  bookableStarts,
  byDay,
  type DaysRow,
  listHeld,
  makeBusinessDays,
  readDays,
  readDaysAsGuest,
  withoutHeld,
} from '../../availability/index.ts';
import { isFullOn, type OfferedService, type Shown } from './shown.ts';

/** A free time with the doctor or court that is asked for with it. */
interface OfferedTime {
  readonly time: LocalTime;
  readonly resourceId: string;
  /** In paise; null where the business shows none, or has none. */
  readonly price: number | null;
}

export interface OfferedDay {
  readonly date: LocalDate;
  readonly times: readonly OfferedTime[];
}

/** The days, both included, whose times are read. */
export interface Days {
  readonly from: LocalDate;
  readonly to: LocalDate;
}

/** Reads what the free times of a service follow from for a page, without the visitor's own holds. */
export async function readForPage(
  { context }: Shown,
  service: OfferedService,
  range: Days,
  visitor: string | null,
): Promise<readonly DaysRow[]> {
  const asked = { ...range, now: context.now };
  const [{ days }, { held }] = await Promise.all([
    readInOneMessageAsGuest(context, { days: readDaysAsGuest({ ...asked, service: service.id }) }),
    visitor === null
      ? { held: [] }
      : readInOneMessage(context, { held: listHeld({ ...asked, heldBy: visitor }) }),
  ]);
  return days.map((row) => withoutHeld(row, held));
}

/** Reads it in a transaction that takes the time. */
export function readOffered(
  { context: { now } }: Shown,
  service: OfferedService,
  days: Days,
  visitor: string | null,
) {
  return readDays({ service: service.id, resource: null, except: null, heldBy: visitor, ...days, now });
}

/**
 * Returns the days of a range with the times that a stranger may ask for: from the notice of the
 * business to its horizon, with what it offers, in months of its plan that have a place left.
 * @param resourceId a doctor or court; by default the first that is free at each time
 */
export function offeredDays(
  shown: Shown,
  service: OfferedService,
  rows: readonly DaysRow[],
  { from, to, resourceId }: Days & { readonly resourceId?: string | undefined },
): readonly OfferedDay[] {
  const { online, business, context, resources } = shown;
  const days = makeBusinessDays(rows, { service: service.id });
  const earliest = new Date(context.now.getTime() + business.notice_min * 60_000);
  const last = lastDay(shown);
  const wholes = new Map(days.resources.map(({ id, wholeId }) => [id, wholeId]));
  const starts = bookableStarts(days, { from, to, service: service.id }, earliest)
    .filter(({ resourceId: id }) => resources.some((offered) => offered.id === id))
    .filter(({ resourceId: id }) => resourceId === undefined || id === resourceId)
    .flatMap((found) =>
      byDay(found).days.flatMap(({ date, times }) =>
        times.map((time) => ({ date, time, resourceId: found.resourceId })),
      ),
    )
    .filter(({ date }) => date <= last && !isFullOn(shown, date));
  const chosen = firstOfAny(starts, {
    getStart: ({ date, time }) => `${date} ${time}`,
    getWhole: ({ resourceId: id }) => (resourceId === undefined ? (wholes.get(id) ?? null) : null),
  }).toSorted((one, other) => (`${one.date} ${one.time}` < `${other.date} ${other.time}` ? -1 : 1));
  const found = new Map<LocalDate, OfferedTime[]>();
  for (const { date, time, resourceId: id } of chosen) {
    const price = online.shows_prices ? priceOf(service, { date, time, resourceId: id }) : null;
    found.set(date, [...(found.get(date) ?? []), { time, resourceId: id, price }]);
  }
  return [...found].map(([date, times]) => ({ date, times }));
}

/** Returns the last day on which times are offered. */
export function lastDay({ online, context }: Shown): LocalDate {
  return addDays(indiaDate(context.now), online.horizon_days);
}

/** Computes the price of a service at a time, in paise; null if it has none. */
export function priceOf(
  service: OfferedService,
  start: { readonly date: LocalDate; readonly time: LocalTime; readonly resourceId: string },
): number | null {
  return computePrice(service, { ...start, duration: service.duration });
}
