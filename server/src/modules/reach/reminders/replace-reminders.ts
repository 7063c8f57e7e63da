import { isoOf } from '@samay/contract/core/time';
import type { TenantWork, Tx } from '../../../db/tenant.ts';
import { run, runTogether } from '../../../db/transaction.ts';
import { enqueueEffects, type NewEffect } from '../../../outbox/index.ts';
import { readHasChannel } from '../channels/queries.ts';
import { planReminder, waitForUndo } from './plan.ts';
import {
  deletePending,
  listPending,
  listRemindable,
  readChoice,
  releaseNotices,
  type ReminderKind,
} from './queries.ts';

/** The reminders of a business that has never chosen: one a day before. */
export const defaultChoice = { isOn: true, leads: [1440] } as const;

/**
 * Replaces the reminders of some bookings that have not left by those that their present state calls
 * for. One that stays the same stays as it is, with its tries.
 */
export async function replaceReminders(
  tx: Tx,
  work: Pick<TenantWork, 'tenantId' | 'now'>,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const { tenantId, now } = work;
  const [channel] = await run(tx, work, readHasChannel({}));
  const byNumber = channel?.isOn === true;
  const kind: ReminderKind = byNumber ? 'reminder.notice' : 'reminder.mail';
  const read = await runTogether(tx, work, {
    choice: readChoice({}),
    bookings: listRemindable({ ids, now, byNumber }),
    pending: listPending({ ids }),
  });
  const { isOn, leads } = read.choice[0] ?? defaultChoice;
  const planned = new Map<string, NewEffect>();
  for (const booking of isOn ? read.bookings : [])
    for (const lead of leads) {
      const reminder = planReminder(booking, lead);
      if (!reminder || reminder.expiresAt <= now) continue;
      const [appointmentId, startsAt] = [booking.id, isoOf(booking.startsAt)];
      const payload = { tenantId, appointmentId, startsAt, lead };
      const dueAt = waitForUndo(reminder, booking.changedAt);
      const effect = { tenantId, kind, subject: appointmentId, payload, ...reminder, dueAt } as const;
      planned.set(composeKey(kind, appointmentId, lead, startsAt), effect);
    }
  const stale: string[] = [];
  for (const pending of read.pending)
    if (!planned.delete(composeKey(pending.kind, pending.bookingId, pending.lead, pending.startsAt)))
      stale.push(pending.id);
  const deleted = stale.length > 0 ? await run(tx, work, deletePending({ ids: stale, now })) : [];
  // A reminder that a worker is sending ends by itself, and counts for the one that takes its place.
  if (deleted.length > 0)
    await run(tx, work, releaseNotices({ effectIds: deleted.map(({ id }) => id), keep: [] }));
  await enqueueEffects(tx, now, [...planned.values()]);
}

function composeKey(...parts: readonly (string | number)[]): string {
  return parts.join(' ');
}
