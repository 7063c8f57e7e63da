import { sql } from 'kysely';
import type { Tx } from '../../../db/tenant.ts';

/** How far a business has come, and whether the person has put the steps away. */
export interface Progress {
  readonly business: boolean;
  readonly booking: boolean;
  readonly staff: boolean;
  readonly calendar: boolean;
  /** In daily use for a month: what is still open of the steps is not wanted. */
  readonly isEstablished: boolean;
  readonly isDismissed: boolean;
  /** The person asked to see the steps again. */
  readonly isWanted: boolean;
}

/** Of the business that the transaction is confined to. A booking counts whatever became of it, a colleague from the invitation on. */
export async function findProgress(tx: Tx, { tenantId, userId, now }: { tenantId: string; userId: string; now: Date }): Promise<Progress> {
  return tx
    .selectNoFrom([
      sql<boolean>`exists (select from business_profiles where onboarding_completed)`.as('business'),
      sql<boolean>`exists (select from appointments)`.as('booking'),
      sql<boolean>`exists (select from invitations) or exists (select from memberships where user_id <> ${userId})`.as('staff'),
      sql<boolean>`exists (select from tenant_integrations where is_connected)`.as('calendar'),
      sql<boolean>`exists (select from tenants where id = ${tenantId} and created_at < ${monthBefore(now)})
        and exists (select from appointments offset ${fewBookings} limit 1)`.as('isEstablished'),
      sql<boolean>`exists (select from memberships where user_id = ${userId} and first_steps_dismissed_at > ${wantedForGood})`.as(
        'isDismissed',
      ),
      sql<boolean>`exists (select from memberships where user_id = ${userId} and first_steps_dismissed_at = ${wantedForGood})`.as(
        'isWanted',
      ),
    ])
    .executeTakeFirstOrThrow();
}

/** A business with more than these has begun to work with Samay. */
const fewBookings = 50;

function monthBefore(now: Date): Date {
  return new Date(now.getTime() - 30 * 24 * 3_600_000);
}

/** In the place of the time at which they were put away: the person wants them for good, however established the business is. */
const wantedForGood = sql<Date>`timestamptz '-infinity'`;

/** `at` is null to see the steps again. */
export async function saveDismissal(tx: Tx, userId: string, at: Date | null): Promise<void> {
  await tx
    .updateTable('memberships')
    .set({ first_steps_dismissed_at: at ?? wantedForGood })
    .where('user_id', '=', userId)
    .execute();
}
