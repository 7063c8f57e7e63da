import type { Status } from '@samay/contract/bookings/statuses';
import type { TenantWork, Tx } from '../../../db/tenant.ts';
import { writeBookingEvent } from '../../../outbox/index.ts';

/** Writes the events of bookings whose person is reached otherwise by now, where that person is still expected. */
export function writeReached(
  tx: Tx,
  work: Pick<TenantWork, 'tenantId' | 'now'>,
  bookings: readonly { readonly id: string; readonly status: Status }[],
): void {
  for (const { id: appointmentId, status } of bookings)
    if (status === 'scheduled') writeBookingEvent(tx, work, { appointmentId, change: 'details_corrected' });
}
