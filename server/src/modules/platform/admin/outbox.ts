import { formatInstant } from '@samay/contract/core/time';
import type { Tx } from '../../../db/tenant.ts';
import { auditPerson } from '../../audit/index.ts';
import { type AdminAnswer, type AdminWork, byCommand, nobody } from './admin-work.ts';
import { sendAgain } from '../outbox/replay.ts';
import { tallyOutbox } from './queries.ts';

/** Shows what waits in the outbox and what failed for good, by kind, with the latest reason. */
export async function showOutbox(tx: Tx, work: AdminWork): Promise<AdminAnswer> {
  await auditPerson(tx, work, nobody, 'delivery.listed', 'outbox', byCommand);
  const lines = (await tallyOutbox(tx)).map(({ kind, waiting, failed, oldest, reason }) =>
    [
      `${kind}: ${waiting} wait`,
      oldest && `the oldest since ${formatInstant(oldest.toISOString())}`,
      `${failed} failed`,
      reason && `last reason: ${reason}`,
    ]
      .filter(Boolean)
      .join(', '),
  );
  return { lines: lines.length > 0 ? lines : ['Everything is delivered.'] };
}

/**
 * Sends what failed or waits for another try again now. What names people was cleared when it
 * failed for good, and cannot be sent again.
 */
export async function replayOutbox(tx: Tx, work: AdminWork): Promise<AdminAnswer> {
  const queued = await sendAgain(tx, work.now);
  await auditPerson(tx, work, nobody, 'delivery.retried', 'outbox', { ...byCommand, queued });
  return { lines: [`${queued} effects are sent again now.`] };
}
