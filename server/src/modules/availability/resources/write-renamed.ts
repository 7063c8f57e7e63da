import type { TenantWork, Tx } from '../../../db/tenant.ts';
import { type BookingEvent, writeBookingEvents } from '../../../outbox/index.ts';
import type { FutureBooking } from './unit-queries.ts';

const changes: Readonly<Record<string, BookingEvent['change']>> = {
  scheduled: 'renamed',
  completed: 'corrected',
};

/**
 * Writes the events of bookings that are not over and show another name, unless nobody is expected
 * for them.
 */
export async function writeRenamed(
  tx: Tx,
  work: Pick<TenantWork, 'tenantId' | 'now'>,
  bookings: readonly Pick<FutureBooking, 'id' | 'status'>[],
): Promise<void> {
  const events = bookings.flatMap(({ id, status }) => {
    const change = changes[status];
    return change ? [{ appointmentId: id, change }] : [];
  });
  await writeBookingEvents(tx, work, events);
}
