import type { Tx } from '../../../db/tenant.ts';
import type { TenantContext } from '../../../context/request-context.ts';
import { effectLater } from '../../../outbox/enqueue.ts';
import { BookingMail, type BookingNews, merge, type Unsent } from './pending-mails.ts';
import { takeUnsent } from './queries.ts';

/**
 * Tells a booking's person of a change, in the booking's own transaction. Letters about it that have not left give way: one leaves, with
 * the last state, or none of a booking that was made and cancelled meanwhile (decision 0024).
 */
export async function mailBookingLater(tx: Tx, context: TenantContext, appointmentId: string, news: BookingNews): Promise<void> {
  const { tenantId, now } = context;
  const unsent = await takeUnsent(tx, appointmentId, now);
  const oldestFirst = unsent.toSorted((left, right) => left.written_at.getTime() - right.written_at.getTime());
  const left = merge(oldestFirst.map(unsentOf), news);
  if (!left) return;
  await effectLater(tx, now, { tenantId, kind: 'booking.mail', subject: appointmentId, payload: { tenantId, appointmentId, ...left } });
}

function unsentOf({ payload, attempts }: { readonly payload: unknown; readonly attempts: number }): Unsent {
  const { change, from } = BookingMail.parse(payload);
  return { change, from, wasTried: attempts > 0 };
}
