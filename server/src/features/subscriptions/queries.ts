import { sql } from 'kysely';
import type { Tx } from '../../db/tenant.ts';

export interface SubscriptionRow {
  readonly planName: string;
  readonly limit: number;
  readonly active: boolean;
  readonly cycleStart: string;
}

/** The business's active subscription, else its latest; undefined when it never had one. `lock` holds it against other bookings. */
export async function findSubscription(tx: Tx, { lock }: { lock: boolean }): Promise<SubscriptionRow | undefined> {
  const row = await tx
    .selectFrom('subscriptions')
    .innerJoin('plans', 'plans.id', 'subscriptions.plan_id')
    .select(['plans.name', 'plans.appointment_limit', 'subscriptions.status', 'subscriptions.billing_cycle_start'])
    .orderBy(sql`subscriptions.status = 'active'`, 'desc')
    .orderBy('subscriptions.billing_cycle_start', 'desc')
    .limit(1)
    .$if(lock, (query) => query.forUpdate('subscriptions'))
    .executeTakeFirst();
  if (!row) return undefined;
  return {
    planName: row.name,
    limit: row.appointment_limit,
    active: row.status === 'active',
    cycleStart: row.billing_cycle_start,
  };
}

/** Bookings dated in a cycle, of every status. */
export async function countInCycle(tx: Tx, cycle: { start: string; end: string }): Promise<number> {
  const { count } = await tx
    .selectFrom('appointments')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('appointment_date', '>=', cycle.start)
    .where('appointment_date', '<', cycle.end)
    .executeTakeFirstOrThrow();
  return count;
}
