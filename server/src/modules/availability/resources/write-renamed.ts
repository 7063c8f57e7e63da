import type { TenantWork, Tx } from '../../../db/tenant.ts';
import { type BookingEvent, writeBookingEvent } from '../../../outbox/index.ts';
import type { FutureBooking } from './unit-queries.ts';

const changes: Readonly<Record<string, BookingEvent['change']>> = {
  scheduled: 'renamed',
  completed: 'corrected',
};

/**
 * Writes the events of bookings that are not over and show another name, unless nobody is expected
 * for them.
 */
export function writeRenamed(
  tx: Tx,
  work: Pick<TenantWork, 'tenantId' | 'now'>,
  bookings: readonly Pick<FutureBooking, 'id' | 'status'>[],
): void {
  for (const { id, status } of bookings) {
    const change = changes[status];
    if (change) writeBookingEvent(tx, work, { appointmentId: id, change });
  }
}
