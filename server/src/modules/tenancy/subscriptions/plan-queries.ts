import type { BusinessType } from '@samay/contract/core/roles';
import type { Insertable } from 'kysely';
import { raiseStamp, run } from '../../../db/transaction.ts';
import type { Schema } from '../../../db/schema.ts';
import { statement } from '../../../db/statement.ts';
import { platformTenant, type Tx } from '../../../db/tenant.ts';

export interface ActivePlan {
  readonly id: string;
  readonly planId: string;
  readonly planName: string;
  readonly price: number;
  readonly cycleStart: string;
  readonly paidUntil: string | null;
}

export interface PlanRow {
  readonly id: string;
  readonly name: string;
  readonly limit: number;
  readonly price: number;
}

/** All plans, cheapest first. */
export const listPlanRows = statement<object, PlanRow>((db) =>
  db
    .selectFrom('plans')
    .select(['id', 'name', 'appointment_limit as limit', 'monthly_price_paise as price'])
    .orderBy('monthly_price_paise')
    .orderBy('appointment_limit')
    .orderBy('id'),
);

export async function findPlans(tx: Tx): Promise<PlanRow[]> {
  return run(tx, { tenantId: platformTenant }, listPlanRows({}));
}

/** Reads the business's active plan; no row without one. */
export const readActivePlan = statement<object, ActivePlan>((db, { tenantId }) =>
  db
    .selectFrom('subscriptions')
    .innerJoin('plans', 'plans.id', 'subscriptions.plan_id')
    .select([
      'subscriptions.id',
      'plan_id as planId',
      'plans.name as planName',
      'monthly_price_paise as price',
      'billing_cycle_start as cycleStart',
      'paid_until as paidUntil',
    ])
    .where('subscriptions.tenant_id', '=', tenantId)
    .where('subscriptions.status', '=', 'active'),
);

export async function findActivePlan(tx: Tx, tenantId: string): Promise<ActivePlan | undefined> {
  return (await run(tx, { tenantId }, readActivePlan({})))[0];
}

/**
 * Locks the business's active plan until the end of the transaction. Returns it with the next plan.
 */
export async function lockActivePlan(
  tx: Tx,
  tenantId: string,
  nextId: string,
): Promise<{ current: ActivePlan | undefined; next: { id: string; price: number } }> {
  // Locked without its plan: a join would lose the row if it is replaced while we wait.
  await tx
    .selectFrom('subscriptions')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('status', '=', 'active')
    .forUpdate()
    .executeTakeFirst();
  const current = await findActivePlan(tx, tenantId);
  const next = await tx
    .selectFrom('plans')
    .select(['id', 'monthly_price_paise as price'])
    .where('id', '=', nextId)
    .executeTakeFirstOrThrow();
  return { current, next };
}

export async function extendPaidMonth(
  tx: Tx,
  tenantId: string,
  id: string,
  paidUntil: string,
): Promise<void> {
  await tx
    .updateTable('subscriptions')
    .set({ paid_until: paidUntil, reminded_at: null })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
  await raiseStamp(tx, tenantId);
}

/** For the subscription of a new business. */
export async function markPaidUntil(tx: Tx, tenantId: string, paidUntil: string): Promise<void> {
  await tx
    .updateTable('subscriptions')
    .set({ paid_until: paidUntil })
    .where('tenant_id', '=', tenantId)
    .where('status', '=', 'active')
    .execute();
  await raiseStamp(tx, tenantId);
}

export async function endActive(tx: Tx, tenantId: string): Promise<void> {
  await tx
    .updateTable('subscriptions')
    .set({ status: 'ended' })
    .where('tenant_id', '=', tenantId)
    .where('status', '=', 'active')
    .execute();
  await raiseStamp(tx, tenantId);
}

export async function insertActive(tx: Tx, subscription: Insertable<Schema['subscriptions']>): Promise<void> {
  await tx.insertInto('subscriptions').values(subscription).execute();
  await raiseStamp(tx, subscription.tenant_id);
}

export interface EndingPlan {
  readonly tenantId: string;
  readonly businessType: BusinessType | null;
  readonly id: string;
  readonly planName: string;
  readonly paidUntil: string;
}

/** Subscriptions whose paid month ends on or before a day, without those reminded already. */
export async function findUnreminded(tx: Tx, endingBy: string): Promise<EndingPlan[]> {
  return ending(tx).where('paid_until', '<=', endingBy).where('reminded_at', 'is', null).limit(200).execute();
}

/** Subscriptions whose paid month ended on or before a day. */
export async function findUnpaid(tx: Tx, endedBy: string): Promise<EndingPlan[]> {
  return ending(tx).where('paid_until', '<=', endedBy).limit(200).execute();
}

/** Marks the owners as reminded. False if another process did, or they have paid meanwhile. */
export async function markReminded(
  tx: Tx,
  { tenantId, id, paidUntil }: EndingPlan,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('subscriptions')
    .set({ reminded_at: now })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('status', '=', 'active')
    .where('paid_until', '=', paidUntil)
    .where('reminded_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Ends a subscription, unless it was paid for or ended meanwhile. */
export async function endUnpaid(tx: Tx, { tenantId, id, paidUntil }: EndingPlan): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('subscriptions')
    .set({ status: 'ended' })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('status', '=', 'active')
    .where('paid_until', '=', paidUntil)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** The addresses of those who may pay for a business. */
export async function ownersOf(tx: Tx, tenantId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select('users.email')
    .where('memberships.tenant_id', '=', tenantId)
    .where('memberships.role', 'in', ['BUSINESS_OWNER', 'BUSINESS_ADMIN'])
    .where('users.deleted_at', 'is', null)
    .orderBy('users.email')
    .execute();
  return rows.map(({ email }) => email);
}

function ending(tx: Tx) {
  return tx
    .selectFrom('subscriptions')
    .innerJoin('plans', 'plans.id', 'subscriptions.plan_id')
    .innerJoin('tenants', 'tenants.id', 'subscriptions.tenant_id')
    .leftJoin('business_profiles', 'business_profiles.tenant_id', 'subscriptions.tenant_id')
    .select([
      'subscriptions.tenant_id as tenantId',
      'subscriptions.id',
      'plans.name as planName',
      'business_type as businessType',
    ])
    .select((row) => row.ref('subscriptions.paid_until').$notNull().as('paidUntil'))
    .where('subscriptions.status', '=', 'active')
    .where('tenants.deleted_at', 'is', null)
    .orderBy('subscriptions.paid_until');
}
