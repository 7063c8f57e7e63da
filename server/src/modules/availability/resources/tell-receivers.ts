import type { TenantContext } from '../../../context/request-context.ts';
import type { Tx } from '../../../db/tenant.ts';
import { type FutureBooking, readReceivers } from './unit-queries.ts';

type Told = Pick<FutureBooking, 'id' | 'status'>;

/** Tells receivers outside, such as a calendar, that scheduled bookings show another name: a person's, a doctor's or a court's. Through the outbox, in this transaction. */
export async function tellReceivers(tx: Tx, context: TenantContext, bookings: readonly Told[]): Promise<void> {
  const scheduled = bookings.filter(({ status }) => status === 'scheduled');
  if (scheduled.length === 0) return;
  const { bookingEvents } = context.dependencies;
  const receivers = await readReceivers(tx, bookingEvents.receivers(context));
  if (receivers.length === 0) return;
  for (const { id } of scheduled) await bookingEvents.enqueue(tx, context, 'renamed', { id, receivers });
}
