import { sql } from 'kysely';
import type { Tx } from '../../../db/tenant.ts';

/**
 * Locks the business's active subscription, otherwise its latest, against other bookings and changes of plan. Without a join: after waiting
 * for a change PostgreSQL would join the changed row to the plan that it read before, and return no row.
 */
export async function lockSubscription(tx: Tx): Promise<{ planId: string; active: boolean; cycleStart: string } | undefined> {
  const row = await activeFirst(tx).select(['plan_id', 'status', 'billing_cycle_start']).forUpdate().executeTakeFirst();
  return row && { planId: row.plan_id, active: row.status === 'active', cycleStart: row.billing_cycle_start };
}

/** Whether a billing cycle has fewer bookings, of every status, than the plan allows. */
export async function hasPlace(tx: Tx, cycle: { start: string; end: string }, planId: string): Promise<boolean> {
  const { place } = await tx
    .selectFrom('plans')
    .select((plan) =>
      plan(
        'plans.appointment_limit',
        '>',
        plan.selectFrom('day_tallies').select(bookings.as('count')).where('day', '>=', cycle.start).where('day', '<', cycle.end),
      ).as('place'),
    )
    .where('plans.id', '=', planId)
    .executeTakeFirstOrThrow();
  return place === true;
}

/** Of every status. */
const bookings = sql<number>`coalesce(sum(scheduled + completed + cancelled + no_show), 0)::int`;

function activeFirst(tx: Tx) {
  return tx
    .selectFrom('subscriptions')
    .orderBy(sql`subscriptions.status = 'active'`, 'desc')
    .orderBy('subscriptions.billing_cycle_start', 'desc')
    .limit(1);
}
