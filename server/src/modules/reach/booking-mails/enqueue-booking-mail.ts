import type { TenantWork, Tx } from '../../../db/tenant.ts';
import { enqueueEffect } from '../../../outbox/index.ts';
import { BookingMailPayload, type MailedChange, mergePendingMails, type PendingMail } from './pending-mails.ts';
import { deletePendingMails } from './queries.ts';

/**
 * Enqueues a mail to a booking's person about a change, in the booking's own transaction. It replaces mails about the booking that have not
 * been sent: one is left, with the latest state, or none for a booking that was created and cancelled meanwhile (decision 0024).
 */
export async function enqueueBookingMail(
  tx: Tx,
  { tenantId, now }: Pick<TenantWork, 'tenantId' | 'now'>,
  appointmentId: string,
  change: MailedChange,
): Promise<void> {
  const pending = await deletePendingMails(tx, appointmentId, now);
  const oldestFirst = pending.toSorted((left, right) => left.written_at.getTime() - right.written_at.getTime());
  const merged = mergePendingMails(oldestFirst.map(pendingMailOf), change);
  if (!merged) return;
  await enqueueEffect(tx, now, { tenantId, kind: 'booking.mail', subject: appointmentId, payload: { tenantId, appointmentId, ...merged } });
}

function pendingMailOf({ payload, attempts }: { readonly payload: unknown; readonly attempts: number }): PendingMail {
  const { change, from } = BookingMailPayload.parse(payload);
  return { change, from, wasTried: attempts > 0 };
}
