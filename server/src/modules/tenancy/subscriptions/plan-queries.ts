import type { BusinessType } from '@samay/contract/core/roles';
import type { LocalDate } from '@samay/contract/core/time';
import { cycleAt } from '@samay/contract/tenancy/plans';
import { raiseStamp, run } from '../../../db/transaction.ts';
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

export const listPlanRows = statement<object, PlanRow>((db) =>
  db
    .selectFrom('plans')
    .select(['id', 'name', 'appointment_limit as limit', 'monthly_price_paise as price'])
    .orderBy('monthly_price_paise')
    .orderBy('appointment_limit')
    .orderBy('id'),
);

export async function findPlans(tx: Tx) {
  return run(tx, { tenantId: platformTenant }, listPlanRows({}));
}

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

export async function findActivePlan(tx: Tx, tenantId: string) {
  return (await run(tx, { tenantId }, readActivePlan({})))[0];
}

/** Locks the active plan, and reads the next one. */
export async function lockActivePlan(tx: Tx, tenantId: string, nextId: string) {
  // Locks it without its plan: a join would lose a row that is replaced while we wait.
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

export async function extendPaidMonth(tx: Tx, tenantId: string, id: string, paidUntil: string) {
  await tx
    .updateTable('subscriptions')
    .set({ paid_until: paidUntil, reminded_at: null })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
  await raiseStamp(tx, tenantId);
}

interface NewSubscription {
  readonly tenantId: string;
  readonly planId: string;
  readonly cycleStart: LocalDate;
  /** The first unpaid day; null for a plan without an end. */
  readonly paidUntil: LocalDate | null;
  readonly now: Date;
}

/** Ends the business's subscription, if it has one, and starts another. */
export async function startSubscription(
  tx: Tx,
  { tenantId, planId, cycleStart, paidUntil, now }: NewSubscription,
) {
  await tx
    .updateTable('subscriptions')
    .set({ status: 'ended' })
    .where('tenant_id', '=', tenantId)
    .where('status', '=', 'active')
    .execute();
  await tx
    .insertInto('subscriptions')
    .values({
      tenant_id: tenantId,
      plan_id: planId,
      status: 'active',
      billing_cycle_start: cycleStart,
      billing_cycle_end: cycleAt(cycleStart, cycleStart).end,
      created_at: now,
      paid_until: paidUntil,
    })
    .execute();
  await raiseStamp(tx, tenantId);
}

export interface EndingPlan {
  readonly tenantId: string;
  readonly businessType: BusinessType | null;
  readonly id: string;
  readonly planName: string;
  readonly paidUntil: string;
}

/** Finds subscriptions whose paid month ends by a day and whose owners are not reminded. */
export async function findUnreminded(tx: Tx, endingBy: string) {
  return ending(tx).where('paid_until', '<=', endingBy).where('reminded_at', 'is', null).limit(200).execute();
}

export async function findUnpaid(tx: Tx, endedBy: string) {
  return ending(tx).where('paid_until', '<=', endedBy).limit(200).execute();
}

/**
 * Marks the owners as reminded. Returns false if another process reminded them, or they have paid
 * in the meantime.
 */
export async function markReminded(tx: Tx, plan: EndingPlan, now: Date) {
  const marking = stillUnpaid(tx, plan).set({ reminded_at: now }).where('reminded_at', 'is', null);
  return (await marking.executeTakeFirst()).numUpdatedRows === 1n;
}

/** Ends an unpaid subscription. Returns false if it was paid for or ended in the meantime. */
export async function endUnpaid(tx: Tx, plan: EndingPlan) {
  const ending = stillUnpaid(tx, plan).set({ status: 'ended' });
  return (await ending.executeTakeFirst()).numUpdatedRows === 1n;
}

function stillUnpaid(tx: Tx, { tenantId, id, paidUntil }: EndingPlan) {
  return tx
    .updateTable('subscriptions')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('status', '=', 'active')
    .where('paid_until', '=', paidUntil);
}

export async function listOwners(tx: Tx, tenantId: string) {
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
