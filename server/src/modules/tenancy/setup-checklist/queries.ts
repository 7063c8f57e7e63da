import { sql } from 'kysely';
import { type Statement, statement } from '../../../db/statement.ts';
import type { TenantId, Tx } from '../../../db/tenant.ts';

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

/** Reads the progress in one row. A booking of any status counts, and a colleague from the invitation on. */
export function readProgress(userId: string, now: Date): Statement<Progress> {
  return selectProgress({ userId, monthBefore: new Date(now.getTime() - 30 * 24 * 3_600_000) });
}

const selectProgress = statement<{ userId: string; monthBefore: Date }, Progress>((db, { tenantId, userId, monthBefore }) => {
  const ofBusiness = sql<boolean>`tenant_id = ${tenantId}::uuid`;
  const own = sql<boolean>`${ofBusiness} and user_id = ${userId}::uuid`;
  return db.selectNoFrom([
    sql<boolean>`exists (select from business_profiles where ${ofBusiness} and onboarding_completed)`.as('business'),
    sql<boolean>`exists (select from appointments where ${ofBusiness})`.as('booking'),
    sql<boolean>`exists (select from invitations where ${ofBusiness})
      or exists (select from memberships where ${ofBusiness} and user_id <> ${userId}::uuid)`.as('staff'),
    sql<boolean>`exists (select from tenant_integrations where ${ofBusiness} and is_connected)`.as('calendar'),
    sql<boolean>`exists (select from tenants where id = ${tenantId}::uuid and created_at < ${monthBefore}::timestamptz)
      and exists (select from appointments where ${ofBusiness} offset ${sql.lit(fewBookings)} limit 1)`.as('isEstablished'),
    sql<boolean>`exists (select from memberships where ${own} and first_steps_dismissed_at > ${restored})`.as('isDismissed'),
    sql<boolean>`exists (select from memberships where ${own} and first_steps_dismissed_at = ${restored})`.as('isWanted'),
  ]);
});

/** A business with more bookings than this uses Samay regularly. */
const fewBookings = 50;

/** Stored instead of the time of dismissal: the person has restored the checklist, also in an established business. */
const restored = sql<Date>`timestamptz '-infinity'`;

/** Stores when the person dismissed the checklist; null restores it. */
export async function saveDismissal(tx: Tx, tenantId: TenantId, userId: string, at: Date | null): Promise<void> {
  await tx
    .updateTable('memberships')
    .set({ first_steps_dismissed_at: at ?? restored })
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .execute();
}
