import type { BookingChange } from '../../../context/booking-events.ts';
import type { TenantContext } from '../../../context/request-context.ts';
import type { Announce, Tx } from '../../../db/tenant.ts';

interface WrittenBooking {
  readonly id: string;
  readonly operation: 'insert' | 'update';
  /** The booking event, if there is one. */
  readonly change: BookingChange | undefined;
  readonly from?: { readonly date: string; readonly time: string };
  /** Whether its person may be mailed; one mail is for a whole series. */
  readonly isMailed?: boolean;
}

/** A stub. */
export async function announceWritten(
  { announce }: { readonly tx: Tx; readonly announce: Announce },
  context: Pick<TenantContext, 'tenantId' | 'now' | 'dependencies'>,
  { id, operation }: WrittenBooking,
): Promise<void> {
  announce({ channel: 'changes', payload: `${context.tenantId} appointments ${id} ${operation}` });
}
