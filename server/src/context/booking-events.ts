import type { TenantWork, Tx } from '../db/tenant.ts';

/** What happened to a booking, for receivers outside. */
export type BookingChange = 'created' | 'cancelled' | 'moved' | 'renamed' | 'reopened';

interface ChangedBooking {
  readonly id: string;
  /** Date and time before the change, in India. */
  readonly from?: { readonly date: string; readonly time: string };
}

/**
 * Enqueues the effects of a changed booking for receivers outside, in the booking's own transaction. The bookings module calls it and the
 * reach module implements it; server/src/app.ts hands it in, so that bookings imports nothing of reach.
 */
export type AnnounceBooking = (
  tx: Tx,
  work: Pick<TenantWork, 'tenantId' | 'now'>,
  change: BookingChange,
  booking: ChangedBooking,
) => Promise<void>;
