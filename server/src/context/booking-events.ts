import type { RawBuilder } from 'kysely';
import type { TenantId, TenantWork, Tx } from '../db/tenant.ts';

/** What happened to a booking, for receivers outside. */
export type BookingChange = 'created' | 'cancelled' | 'moved' | 'corrected' | 'renamed' | 'reopened';

interface ChangedBooking {
  readonly id: string;
  /** Date and time before the change, in India. */
  readonly from?: { readonly date: string; readonly time: string };
  /** Its person has no email, so nobody is mailed. */
  readonly hasNoEmail?: boolean;
}

/**
 * What receivers outside hear of bookings. The bookings module calls it and the reach module
 * implements it; server/src/app.ts hands it in, so that bookings imports nothing of reach.
 */
export interface BookingEvents {
  /**
   * Selects the receivers that are turned on as one value, in the statement that writes a booking;
   * only `enqueue` knows their names.
   */
  readonly receivers: (business: { readonly tenantId: TenantId }) => RawBuilder<string[]>;
  /**
   * Enqueues the effects of a changed booking for these receivers, in the booking's own
   * transaction. Returns whether there are any.
   */
  readonly enqueue: (
    tx: Tx,
    work: Pick<TenantWork, 'tenantId' | 'now'>,
    change: BookingChange,
    booking: ChangedBooking & { readonly receivers: readonly string[] },
  ) => Promise<boolean>;
  /**
   * Enqueues, for bookings that have an event in the connected calendar, that it shows them as they
   * are now, in the transaction that corrects them.
   */
  readonly enqueueCorrections: (
    tx: Tx,
    work: Pick<TenantWork, 'tenantId' | 'now'>,
    ids: readonly string[],
  ) => Promise<boolean>;
}
