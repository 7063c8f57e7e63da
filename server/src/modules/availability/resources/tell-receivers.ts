import type { TenantContext } from '../../../context/request-context.ts';
import type { Tx } from '../../../db/tenant.ts';
import { type FutureBooking, readReceivers } from './unit-queries.ts';

type Told = Pick<FutureBooking, 'id' | 'status'>;

/**
 * Tells receivers outside, such as a calendar, that bookings which are not over show another name,
 * a person's, a doctor's or a court's; of completed ones their events in the calendar. Through the
 * outbox, in this transaction.
 */
export async function tellReceivers(
  tx: Tx,
  context: TenantContext,
  bookings: readonly Told[],
): Promise<void> {
  const { bookingEvents } = context.dependencies;
  const completed = bookings.filter(({ status }) => status === 'completed').map(({ id }) => id);
  await bookingEvents.enqueueCorrections(tx, context, completed);
  const scheduled = bookings.filter(({ status }) => status === 'scheduled');
  if (scheduled.length === 0) return;
  const receivers = await readReceivers(tx, bookingEvents.receivers(context));
  if (receivers.length === 0) return;
  for (const { id } of scheduled) await bookingEvents.enqueue(tx, context, 'renamed', { id, receivers });
}
