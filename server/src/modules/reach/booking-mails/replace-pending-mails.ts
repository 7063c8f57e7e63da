import type { TenantWork, Tx } from '../../../db/tenant.ts';
import { z } from 'zod';
import { run } from '../../../db/transaction.ts';
import {
  BookingMailPayload,
  type MailedChange,
  mergePendingMails,
  type PendingMail,
} from './pending-mails.ts';
import { deletePendingMails, failReplaced, listInFlight } from './queries.ts';

/**
 * Deletes the mails and notices about a booking that have not been sent, and returns the change that one
 * reports instead: the latest state, or none for a booking that was created and cancelled before
 * (decision 0024). One that a worker is sending stays; it may arrive, or give way to the new one.
 */
export async function replacePendingMails(
  tx: Tx,
  work: Pick<TenantWork, 'tenantId' | 'now'>,
  appointmentId: string,
  change: MailedChange,
): Promise<MailedChange | undefined> {
  const pending = await run(tx, work, deletePendingMails({ appointmentId, now: work.now }));
  const inFlight = await run(tx, work, listInFlight({ appointmentId }));
  if (pending.length > 0)
    await run(tx, work, failReplaced({ effectIds: pending.map(({ id }) => id), now: work.now }));
  const oldestFirst = [...pending, ...inFlight].toSorted(
    (left, right) => left.written_at.getTime() - right.written_at.getTime(),
  );
  return mergePendingMails(oldestFirst.map(getPendingMail), change);
}

/** The payload of a mail or a notice: what it says beyond the change is of its own try. */
const PendingPayload = z.object(BookingMailPayload.shape);

function getPendingMail({
  payload,
  attempts,
}: {
  readonly payload: unknown;
  readonly attempts: number;
}): PendingMail {
  const { change, from, isUnsure } = PendingPayload.parse(payload);
  return { change, from, isUnsure, wasTried: attempts > 0 };
}
