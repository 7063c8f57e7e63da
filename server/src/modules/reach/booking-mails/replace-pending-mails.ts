import type { TenantWork, Tx } from '../../../db/tenant.ts';
import { z } from 'zod';
import { run, runTogether } from '../../../db/transaction.ts';
import { returnCredits } from '../channels/queries.ts';
import { creditMonth } from '../channels/rules.ts';
import {
  BookingMailPayload,
  type MailedChange,
  mergePendingMails,
  type PendingMail,
} from './pending-mails.ts';
import { deletePendingMails, failReplaced, listInFlight, readUnreached } from './queries.ts';

/**
 * Deletes the mails and notices about a booking that have not been sent, and returns the change that one
 * reports instead: the latest state, or none for a booking that was created and cancelled before
 * (decision 0024). One that a worker is sending stays; it may arrive, or give way to the new one. Where the
 * latest one reached nobody, the new one does not rely on it.
 */
export async function replacePendingMails(
  tx: Tx,
  work: Pick<TenantWork, 'tenantId' | 'now'>,
  appointmentId: string,
  change: MailedChange,
): Promise<MailedChange | undefined> {
  const pending = await run(tx, work, deletePendingMails({ appointmentId, now: work.now }));
  const { inFlight, unreached } = await runTogether(tx, work, {
    inFlight: listInFlight({ appointmentId }),
    unreached: readUnreached({ appointmentId }),
  });
  if (pending.length > 0)
    await endReplaced(
      tx,
      work,
      pending.map(({ id }) => id),
    );
  const oldestFirst = [...pending, ...inFlight].toSorted(
    (left, right) => left.written_at.getTime() - right.written_at.getTime(),
  );
  const before = unreached.map(() => ({ change: 'created' as const, wasTried: true }));
  return mergePendingMails([...before, ...oldestFirst.map(getPendingMail)], change);
}

/**
 * Ends the notices of effects that wait and that a later message replaces, and gives back the credits that a worker
 * had taken which died.
 */
export async function endReplaced(
  tx: Tx,
  work: Pick<TenantWork, 'tenantId' | 'now'>,
  effectIds: readonly string[],
): Promise<void> {
  for (const { credits, createdAt } of await run(tx, work, failReplaced({ effectIds, now: work.now })))
    await run(tx, work, returnCredits({ channel: 'whatsapp', month: creditMonth(createdAt), credits }));
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
