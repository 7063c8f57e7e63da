import type { BookingChange } from '../../../context/booking-events.ts';
import type { TenantContext } from '../../../context/request-context.ts';
import type { Announce, Tx } from '../../../db/tenant.ts';

interface WrittenBooking {
  readonly id: string;
  readonly operation: 'insert' | 'update';
  /** The booking event, if there is one, with the receivers that are turned on. */
  readonly change: BookingChange | undefined;
  readonly from?: { readonly date: string; readonly time: string };
  /** Its person has no email, so nobody is mailed. */
  readonly hasNoEmail?: boolean;
  readonly receivers: readonly string[];
}

/**
 * Tells receivers outside of a written booking, through the outbox in the same transaction, and
 * open screens after the commit.
 */
export async function announceWritten(
  { tx, announce }: { readonly tx: Tx; readonly announce: Announce },
  context: Pick<TenantContext, 'tenantId' | 'now' | 'dependencies'>,
  { id, operation, change, from, hasNoEmail = false, receivers }: WrittenBooking,
): Promise<void> {
  announce({ channel: 'changes', payload: `${context.tenantId} appointments ${id} ${operation}` });
  if (!change || receivers.length === 0) return;
  const { enqueue } = context.dependencies.bookingEvents;
  await enqueue(tx, context, change, { id, hasNoEmail, ...(from && { from }), receivers });
}
