import { isoOf } from '@samay/contract/core/time';
import type { BusinessContext } from '../../../context/business-context.ts';
import type { Tx } from '../../../db/tenant.ts';
import { enqueueEffects } from '../../../outbox/index.ts';
import { planReminder } from './plan.ts';
import type { FailedLate } from './report-queries.ts';

/**
 * Enqueues that the bookings of a message that failed late are told by the next channel, while the hour of
 * their reminder lasts.
 */
export async function remindAgain(
  tx: Tx,
  { tenantId, now }: BusinessContext,
  failed: readonly FailedLate[],
): Promise<void> {
  await enqueueEffects(
    tx,
    now,
    failed.flatMap(({ bookingId, lead, startsAt }) => {
      const expiresAt = planReminder({ startsAt, createdAt: new Date(0) }, lead)?.expiresAt;
      if (!expiresAt || expiresAt <= now) return [];
      const payload = { tenantId, appointmentId: bookingId, startsAt: isoOf(startsAt), lead };
      return [{ tenantId, kind: 'reminder.notice', subject: bookingId, payload, expiresAt } as const];
    }),
  );
}
