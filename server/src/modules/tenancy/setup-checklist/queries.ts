import { sql } from 'kysely';
import type { Tx } from '../../../db/tenant.ts';

/** The completed steps of a business, and whether the person has dismissed the checklist. */
export interface Progress {
  readonly business: boolean;
  readonly booking: boolean;
  readonly staff: boolean;
  readonly calendar: boolean;
  /** In regular use for a month: open steps are no longer suggested. */
  readonly isEstablished: boolean;
  readonly isDismissed: boolean;
  /** The person has restored the checklist. */
  readonly isWanted: boolean;
}

/** Of the transaction's business. A booking of any status counts, and a colleague from the invitation on. */
export async function findProgress(tx: Tx, { tenantId, userId, now }: { tenantId: string; userId: string; now: Date }): Promise<Progress> {
  return tx
    .selectNoFrom([
      sql<boolean>`exists (select from business_profiles where onboarding_completed)`.as('business'),
      sql<boolean>`exists (select from appointments)`.as('booking'),
      sql<boolean>`exists (select from invitations) or exists (select from memberships where user_id <> ${userId})`.as('staff'),
      sql<boolean>`exists (select from tenant_integrations where is_connected)`.as('calendar'),
      sql<boolean>`exists (select from tenants where id = ${tenantId} and created_at < ${monthBefore(now)})
        and exists (select from appointments offset ${fewBookings} limit 1)`.as('isEstablished'),
      sql<boolean>`exists (select from memberships where user_id = ${userId} and first_steps_dismissed_at > ${restored})`.as('isDismissed'),
      sql<boolean>`exists (select from memberships where user_id = ${userId} and first_steps_dismissed_at = ${restored})`.as('isWanted'),
    ])
    .executeTakeFirstOrThrow();
}

/** A business with more bookings than this uses Samay regularly. */
const fewBookings = 50;

function monthBefore(now: Date): Date {
  return new Date(now.getTime() - 30 * 24 * 3_600_000);
}

/** Stored instead of the time of dismissal: the person has restored the checklist, also in an established business. */
const restored = sql<Date>`timestamptz '-infinity'`;

/** Stores when the person dismissed the checklist; null restores it. */
export async function saveDismissal(tx: Tx, userId: string, at: Date | null): Promise<void> {
  await tx
    .updateTable('memberships')
    .set({ first_steps_dismissed_at: at ?? restored })
    .where('user_id', '=', userId)
    .execute();
}
