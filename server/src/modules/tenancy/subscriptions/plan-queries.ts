import { sql } from 'kysely';
import type { BusinessType } from '@samay/contract/core/roles';
import type { LocalDate } from '@samay/contract/core/time';
import { cycleAt, type OwnLimit } from '@samay/contract/tenancy/plans';
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
  readonly ownLimit: number | null;
  readonly ownLimitUntil: LocalDate | null;
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
      'own_limit as ownLimit',
      'own_limit_until as ownLimitUntil',
    ])
    .where('subscriptions.tenant_id', '=', tenantId)
    .where('subscriptions.status', '=', 'active'),
);

export async function findActivePlan(tx: Tx, tenantId: string) {
  return (await run(tx, { tenantId }, readActivePlan({})))[0];
}

/** Locks the active subscription without its plan: a join would lose a row that is replaced while we wait. */
async function lockActive(tx: Tx, tenantId: string) {
  await tx
    .selectFrom('subscriptions')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('status', '=', 'active')
    .forUpdate()
    .executeTakeFirst();
}

/** Locks the active plan, and reads the next one. */
export async function lockActivePlan(tx: Tx, tenantId: string, nextId: string) {
  await lockActive(tx, tenantId);
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

/** Locks the active subscription, and reads its plan's limit and its own. */
export async function lockOwnLimit(tx: Tx, tenantId: string) {
  await lockActive(tx, tenantId);
  return tx
    .selectFrom('subscriptions')
    .innerJoin('plans', 'plans.id', 'subscriptions.plan_id')
    .select(['own_limit as limit', 'own_limit_until as until', 'appointment_limit as ofPlan'])
    .where('tenant_id', '=', tenantId)
    .where('status', '=', 'active')
    .executeTakeFirst();
}

/** Returns the limit of its own that a business was given, also one that has ended. */
export async function findOwnLimit(tx: Tx, tenantId: string): Promise<OwnLimit | null> {
  const plan = await findActivePlan(tx, tenantId);
  const { ownLimit: limit = null, ownLimitUntil: until = null } = plan ?? {};
  return limit !== null && until !== null ? { limit, until } : null;
}

/** Gives the active subscription a limit of its own until a day, or takes it back. */
export async function saveOwnLimit(tx: Tx, tenantId: string, own: OwnLimit | null) {
  await tx
    .updateTable('subscriptions')
    .set({
      own_limit: own?.limit ?? null,
      own_limit_until: own?.until ?? null,
      told_percent: null,
      told_cycle: null,
    })
    .where('tenant_id', '=', tenantId)
    .where('status', '=', 'active')
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

/** Ends the business's subscription, if it has one, and starts another, which keeps a limit of its own. */
export async function startSubscription(
  tx: Tx,
  { tenantId, planId, cycleStart, paidUntil, now }: NewSubscription,
) {
  const ended = await tx
    .selectFrom('subscriptions')
    .where('tenant_id', '=', tenantId)
    .select(['own_limit', 'own_limit_until'])
    .orderBy(sql`status = 'active'`, 'desc')
    .orderBy('billing_cycle_start', 'desc')
    .executeTakeFirst();
  await tx
    .updateTable('subscriptions')
    .set({ status: 'ended' })
    .where('tenant_id', '=', tenantId)
    .where('status', '=', 'active')
    .execute();
  await tx
    .insertInto('subscriptions')
    .values({
      own_limit: ended?.own_limit ?? null,
      own_limit_until: ended?.own_limit_until ?? null,
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

/** Lists the owners of a business, with their addresses. */
export const readOwners = statement<object, { readonly name: string | null; readonly email: string }>(
  (db, { tenantId }) =>
    db
      .selectFrom('memberships')
      .innerJoin('users', 'users.id', 'memberships.user_id')
      .select(['users.full_name as name', 'users.email'])
      .where('memberships.tenant_id', '=', tenantId)
      .where('memberships.role', 'in', ['BUSINESS_OWNER', 'BUSINESS_ADMIN'])
      .where('users.deleted_at', 'is', null)
      .orderBy('users.email'),
);

export async function listOwners(tx: Tx, tenantId: string) {
  return (await run(tx, { tenantId }, readOwners({}))).map(({ email }) => email);
}

/** A business whose plan is nearly used up. */
export interface FullPlan {
  readonly tenantId: string;
  readonly name: string;
  readonly businessType: BusinessType | null;
  readonly planName: string;
}

/**
 * Finds the businesses on some plans that have a share of the plan's limit booked around today: at
 * least those whose current cycle has.
 */
export async function findNearlyFull(
  tx: Tx,
  { planIds, today, percent }: { planIds: readonly string[]; today: LocalDate; percent: number },
) {
  const { rows } = await sql<FullPlan>`
    select subscriptions.tenant_id as "tenantId", tenants.name, business_type as "businessType", plans.name as "planName"
    from subscriptions join plans on plans.id = subscriptions.plan_id
      join tenants on tenants.id = subscriptions.tenant_id and tenants.deleted_at is null
      left join business_profiles on business_profiles.tenant_id = subscriptions.tenant_id
    where subscriptions.status = 'active' and subscriptions.plan_id = any(${planIds}::text[])
      and (select coalesce(sum(scheduled + completed + cancelled + no_show), 0) from day_tallies
        where day_tallies.tenant_id = subscriptions.tenant_id and day > ${today}::date - 32 and day < ${today}::date + 32)
        * 100 >= plans.appointment_limit * ${percent}::int`.execute(tx);
  return rows;
}

/**
 * Marks that a share was told of in a cycle. Returns false where that share, or a larger one, was
 * told before.
 */
export async function markTold(
  tx: Tx,
  tenantId: string,
  { percent, cycle }: { percent: number; cycle: LocalDate },
) {
  const { numUpdatedRows } = await tx
    .updateTable('subscriptions')
    .set({ told_percent: percent, told_cycle: cycle })
    .where('tenant_id', '=', tenantId)
    .where('status', '=', 'active')
    .where((row) =>
      row.or([
        row('told_cycle', 'is', null),
        row('told_cycle', '<>', cycle),
        row('told_percent', '<', percent),
      ]),
    )
    .executeTakeFirst();
  return numUpdatedRows === 1n;
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
