import type { AffectedBooking } from '@samay/contract/core/alternatives';
import { addDays, indiaDate } from '@samay/contract/core/time';
import type { TenantContext } from '../../../context/request-context.ts';
import type { Tx } from '../../../db/tenant.ts';
import { onlyRow, run } from '../../../db/transaction.ts';
import type { OpenDays } from '../slots/business-days.ts';
import { localMinute } from '../slots/local-minutes.ts';
import { businessItself, computeOpenTime } from '../slots/open-time.ts';
import { makeOpenDays } from '../slots/read-business-days.ts';
import { presentAffected, type ShownBookings } from './present.ts';
import { readOpenTime } from '../slots/open-queries.ts';
import { type ComingRow, listByIds, listComing } from './queries.ts';

/** The number of days for which bookings are made ahead. */
const daysAhead = 400;

/** The most bookings that are listed. */
const mostListed = 100;

/**
 * Changes weekly hours, and lists the bookings to come that were inside the open time before and are
 * outside now. Extra hours count as open.
 */
export async function listingLeftOutside(
  tx: Tx,
  context: TenantContext,
  { resourceId, shown }: { readonly resourceId: string | null; readonly shown: ShownBookings },
  change: () => Promise<void>,
): Promise<AffectedBooking[]> {
  const from = indiaDate(context.now);
  const read = async () =>
    makeOpenDays(onlyRow(await run(tx, context, readOpenTime({ from, to: addDays(from, daysAhead) }))));
  const before = await read();
  await change();
  const after = await read();
  const coming = await run(tx, context, listComing({ from, resourceId }));
  const outside = coming.filter((booking) => isOpen(before, booking) && !isOpen(after, booking));
  if (outside.length === 0) return [];
  const ids = outside.slice(0, mostListed).map(({ id }) => id);
  return presentAffected(tx, context, await run(tx, context, listByIds({ ids })), shown);
}

/** Returns whether a booking is completely in the open time of its resource, or of the business. */
function isOpen(days: OpenDays, booking: ComingRow): boolean {
  const resource = days.resources.find(({ id }) => id === booking.resource_id) ?? businessItself;
  const from = localMinute(booking.appointment_date, booking.appointment_time);
  const to = from + booking.duration_min;
  const { open } = computeOpenTime(days, resource, { from, to });
  return open.some((span) => span.from <= from && to <= span.to);
}
