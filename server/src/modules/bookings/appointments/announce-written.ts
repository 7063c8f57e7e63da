import type { TenantContext } from '../../../context/request-context.ts';
import type { Announce, Tx } from '../../../db/tenant.ts';
import { type BookingChange, writeBookingEvent } from '../../../outbox/index.ts';

interface WrittenBooking {
  readonly id: string;
  readonly operation: 'insert' | 'update';
  readonly change: BookingChange;
  /** Date and time before the change, in India; of a move. */
  readonly from?: { readonly date: string; readonly time: string } | undefined;
  /** False where its person is mailed of another booking that was written together with it. */
  readonly isMailed?: boolean;
}

/**
 * Announces a written booking: one event in the outbox, with the commit, from which receivers
 * outside hear of it, and open screens after the commit.
 */
export function announceWritten(
  { tx, announce }: { readonly tx: Tx; readonly announce: Announce },
  context: Pick<TenantContext, 'tenantId' | 'now'>,
  { id, operation, change, from, isMailed = true }: WrittenBooking,
): void {
  announce({ channel: 'changes', payload: `${context.tenantId} appointments ${id} ${operation}` });
  writeBookingEvent(tx, context, {
    appointmentId: id,
    change,
    ...(change === 'moved' && { from }),
    ...(!isMailed && { isMailed }),
  });
}
