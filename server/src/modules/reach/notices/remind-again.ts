import { isoOf } from '@samay/contract/core/time';
import type { BusinessContext } from '../../../context/business-context.ts';
import type { Tx } from '../../../db/tenant.ts';
import { enqueueEffects, type NewEffect } from '../../../outbox/index.ts';
import type { NumberChannel } from '../channels/queries.ts';
import { planReminder } from '../reminders/plan.ts';
import type { FailedLate } from './report-queries.ts';

const mailed = { booked: 'created', moved: 'moved', cancelled: 'cancelled' } as const;

/**
 * Enqueues that the bookings of a message that failed late are told by the next channel: reminders while
 * their hour lasts, changes unless a later message says more. A late doctor is told by the desk then.
 */
export async function remindAgain(
  tx: Tx,
  { tenantId, now }: BusinessContext,
  failed: readonly FailedLate[],
  channel: NumberChannel,
): Promise<void> {
  await enqueueEffects(
    tx,
    now,
    failed.flatMap(({ bookingId, kind, lead, startsAt, isNews }): NewEffect[] => {
      if (kind === 'late') return [];
      if (kind !== 'reminder') {
        if (!isNews) return [];
        const payload = { tenantId, appointmentId: bookingId, change: mailed[kind], after: channel };
        return [{ tenantId, kind: 'booking.notice', subject: bookingId, payload }];
      }
      const plan = planReminder({ startsAt, createdAt: new Date(0) }, lead);
      // One that is due later, and was only listed here, has an effect of its own then.
      if (!plan || plan.dueAt > now || plan.expiresAt <= now) return [];
      const { expiresAt } = plan;
      const payload = { tenantId, appointmentId: bookingId, startsAt: isoOf(startsAt), lead };
      return [{ tenantId, kind: 'reminder.notice', subject: bookingId, payload, expiresAt }];
    }),
  );
}
