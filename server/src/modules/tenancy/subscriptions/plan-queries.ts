import { type Selectable, sql } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import type { BusinessType } from '@samay/contract/core/roles';
import type { LocalDate } from '@samay/contract/core/time';
import { cycleAt, type OwnLimit } from '@samay/contract/tenancy/plans';
import { onlyRow, raiseStamp, run, runTogether, type Tx, writeTogether } from '../../../db/transaction.ts';
import { insertRow, platform, type QueryBuilder, statement, updateRows } from '../../../db/statement.ts';

export interface ActivePlan {
  readonly id: string;
  readonly planId: string;
  readonly planName: string;
  readonly price: number;
  readonly cycleStart: string;
  readonly paidUntil: string | null;
  readonly ownLimit: number | null;
  readonly ownLimitUntil: LocalDate | null;
  readonly firstDaysUntil: LocalDate | null;
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
  return run(tx, platform, listPlanRows({}));
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
      'first_days_until as firstDaysUntil',
    ])
    .where('subscriptions.tenant_id', '=', tenantId)
    .where('subscriptions.status', '=', 'active'),
);

/** Locks the active subscription without its plan: a join would lose a row that is replaced while we wait. */
const lockActive = statement<object, object>((db, { tenantId }) =>
  db
    .selectFrom('subscriptions')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('status', '=', 'active')
    .forUpdate(),
);

const readPlan = statement<{ id: string }, Pick<PlanRow, 'id' | 'price'>>((db, { id }) =>
  db.selectFrom('plans').select(['id', 'monthly_price_paise as price']).where('id', '=', id),
);

/** Locks the active plan, and reads the next one. */
export async function lockActivePlan(tx: Tx, tenantId: string, nextId: string) {
  const { current, next } = await runTogether(
    tx,
    { tenantId },
    {
      locked: lockActive({}),
      current: readActivePlan({}),
      next: readPlan({ id: nextId }),
    },
  );
  return { current: current[0], next: onlyRow(next) };
}

export async function extendPaidMonth(tx: Tx, tenantId: string, id: string, paidUntil: string) {
  const changes = { paid_until: paidUntil, reminded_at: null };
  await run(tx, { tenantId }, updateRows('subscriptions', { tenant_id: tenantId, id }, changes));
  await raiseStamp(tx, tenantId);
}

interface LockedLimit {
  readonly limit: number | null;
  readonly until: LocalDate | null;
  readonly ofPlan: number;
  readonly firstDaysUntil: LocalDate | null;
}

const readOwnLimit = statement<object, LockedLimit>((db, { tenantId }) =>
  db
    .selectFrom('subscriptions')
    .innerJoin('plans', 'plans.id', 'subscriptions.plan_id')
    .select(['own_limit as limit', 'own_limit_until as until', 'appointment_limit as ofPlan'])
    .select('first_days_until as firstDaysUntil')
    .where('tenant_id', '=', tenantId)
    .where('status', '=', 'active'),
);

/** Locks the active subscription, and reads its plan's limit and its own. */
export async function lockOwnLimit(tx: Tx, tenantId: string) {
  const { own } = await runTogether(tx, { tenantId }, { locked: lockActive({}), own: readOwnLimit({}) });
  return own[0];
}

/** Returns the limit of its own that a business was given, also one that has ended. */
export async function findOwnLimit(tx: Tx, tenantId: string): Promise<OwnLimit | null> {
  const [plan] = await run(tx, { tenantId }, readActivePlan({}));
  const { ownLimit: limit = null, ownLimitUntil: until = null } = plan ?? {};
  return limit !== null && until !== null ? { limit, until } : null;
}

/** Returns the last of the first days of a business, also once they are over; null where it has had none. */
export async function findFirstDays(tx: Tx, tenantId: string): Promise<LocalDate | null> {
  const [plan] = await run(tx, { tenantId }, readActivePlan({}));
  return plan?.firstDaysUntil ?? null;
}

type OwnColumns = Pick<
  Selectable<Schema['subscriptions']>,
  'own_limit' | 'own_limit_until' | 'first_days_until' | 'first_days_told'
>;

/** Gives the active subscription a limit of its own until a day, or takes it back. */
export async function saveOwnLimit(tx: Tx, tenantId: string, own: OwnLimit | null) {
  const changes = {
    own_limit: own?.limit ?? null,
    own_limit_until: own?.until ?? null,
    told_percent: null,
    told_cycle: null,
  };
  const active = { tenant_id: tenantId, status: 'active' } as const;
  await run(tx, { tenantId }, updateRows('subscriptions', active, changes));
  await raiseStamp(tx, tenantId);
}

/** Gives the active subscription a later end of the first days. */
export async function saveFirstDays(tx: Tx, tenantId: string, until: LocalDate) {
  const active = { tenant_id: tenantId, status: 'active' } as const;
  await run(tx, { tenantId }, updateRows('subscriptions', active, { first_days_until: until }));
  await raiseStamp(tx, tenantId);
}

interface NewSubscription {
  readonly tenantId: string;
  readonly planId: string;
  readonly cycleStart: LocalDate;
  /** The first unpaid day; null for a plan without an end. */
  readonly paidUntil: LocalDate | null;
  /** The last of the first days of a new business. */
  readonly firstDaysUntil?: LocalDate;
  readonly now: Date;
}

const readLatest = statement<object, OwnColumns>((db, { tenantId }) =>
  db
    .selectFrom('subscriptions')
    .where('tenant_id', '=', tenantId)
    .select(['own_limit', 'own_limit_until', 'first_days_until', 'first_days_told'])
    .orderBy(sql`status = 'active'`, 'desc')
    .orderBy('billing_cycle_start', 'desc')
    .limit(1),
);

/**
 * Ends the business's subscription, if it has one, and starts another, which keeps a limit of its own and
 * the first days.
 */
export async function startSubscription(
  tx: Tx,
  { tenantId, planId, cycleStart, paidUntil, firstDaysUntil, now }: NewSubscription,
) {
  const [ended] = await run(tx, { tenantId }, readLatest({}));
  const active = { tenant_id: tenantId, status: 'active' } as const;
  const started = insertRow('subscriptions', {
    own_limit: ended?.own_limit ?? null,
    own_limit_until: ended?.own_limit_until ?? null,
    first_days_until: firstDaysUntil ?? ended?.first_days_until ?? null,
    first_days_told: ended?.first_days_told ?? null,
    plan_id: planId,
    billing_cycle_start: cycleStart,
    billing_cycle_end: cycleAt(cycleStart, cycleStart).end,
    created_at: now,
    paid_until: paidUntil,
    ...active,
  });
  await writeTogether(tx, { tenantId }, [updateRows('subscriptions', active, { status: 'ended' }), started]);
  await raiseStamp(tx, tenantId);
}

export interface EndingPlan {
  readonly tenantId: string;
  readonly businessType: BusinessType | null;
  readonly id: string;
  readonly planName: string;
  readonly paidUntil: string;
}

/** Reads subscriptions whose paid month ends by a day and whose owners are not reminded. */
export const readUnreminded = statement<{ endingBy: string }, EndingPlan>((db, { endingBy }) =>
  ending(db).where('paid_until', '<=', endingBy).where('reminded_at', 'is', null).limit(200),
);

export const readUnpaid = statement<{ endedBy: string }, EndingPlan>((db, { endedBy }) =>
  ending(db).where('paid_until', '<=', endedBy).limit(200),
);

type UnpaidMonth = Pick<EndingPlan, 'id' | 'paidUntil'>;

/**
 * Marks the owners as reminded. Answers no row if another process reminded them, or they have paid
 * in the meantime.
 */
export const markReminded = statement<UnpaidMonth & { now: Date }, object>((db, values) =>
  stillUnpaid(db, values).set({ reminded_at: values.now }).where('reminded_at', 'is', null).returning('id'),
);

/** Ends an unpaid subscription. Answers no row if it was paid for or ended in the meantime. */
export const endUnpaid = statement<UnpaidMonth, object>((db, values) =>
  stillUnpaid(db, values).set({ status: 'ended' }).returning('id'),
);

function stillUnpaid(db: QueryBuilder, { tenantId, id, paidUntil }: UnpaidMonth & { tenantId: string }) {
  return db
    .updateTable('subscriptions')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('status', '=', 'active')
    .where('paid_until', '=', paidUntil);
}

/** A business whose first days end. */
export interface EndingDays {
  readonly tenantId: string;
  readonly businessType: BusinessType | null;
  readonly planName: string;
  readonly limit: number;
  readonly until: LocalDate;
}

/** Reads the businesses whose first days end by a day, are not over, and whose owners are not told of it. */
export const readUntoldDays = statement<{ today: LocalDate; by: LocalDate }, EndingDays>(
  (db, { today, by }) =>
    db
      .selectFrom('subscriptions')
      .innerJoin('plans', 'plans.id', 'subscriptions.plan_id')
      .innerJoin('tenants', 'tenants.id', 'subscriptions.tenant_id')
      .leftJoin('business_profiles', 'business_profiles.tenant_id', 'subscriptions.tenant_id')
      .select([
        'subscriptions.tenant_id as tenantId',
        'business_type as businessType',
        'plans.name as planName',
        'plans.appointment_limit as limit',
      ])
      .select((row) => row.ref('first_days_until').$notNull().as('until'))
      .where('subscriptions.status', '=', 'active')
      .where('tenants.deleted_at', 'is', null)
      .where('first_days_until', '>=', today)
      .where('first_days_until', '<=', by)
      .where(sql<boolean>`first_days_told is distinct from first_days_until`)
      .limit(200),
);

/** Marks the owners as told of an end. Answers no row if they were, or it was moved in the meantime. */
export const markDaysTold = statement<{ until: LocalDate }, object>((db, { tenantId, until }) =>
  db
    .updateTable('subscriptions')
    .set({ first_days_told: until })
    .where('tenant_id', '=', tenantId)
    .where('status', '=', 'active')
    .where('first_days_until', '=', until)
    .where(sql<boolean>`first_days_told is distinct from first_days_until`)
    .returning('id'),
);

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
 * Reads the businesses on some plans that have a share of the plan's limit booked around today: at
 * least those whose current cycle has.
 */
export const readNearlyFull = statement<
  { planIds: readonly string[]; today: LocalDate; percent: number },
  FullPlan
>(
  (_, { planIds, today, percent }) => sql<FullPlan>`
    select subscriptions.tenant_id as "tenantId", tenants.name, business_type as "businessType", plans.name as "planName"
    from subscriptions join plans on plans.id = subscriptions.plan_id
      join tenants on tenants.id = subscriptions.tenant_id and tenants.deleted_at is null
      left join business_profiles on business_profiles.tenant_id = subscriptions.tenant_id
    where subscriptions.status = 'active' and subscriptions.plan_id = any(${planIds}::text[])
      and (select coalesce(sum(scheduled + completed + cancelled + no_show - uncounted
          + case when first_days_until >= ${today}::date then first_days else 0 end), 0) from day_tallies
        where day_tallies.tenant_id = subscriptions.tenant_id and day > ${today}::date - 32 and day < ${today}::date + 32)
        * 100 >= plans.appointment_limit * ${percent}::bigint`,
);

/**
 * Marks that a share was told of in a cycle. Answers no row where that share, or a larger one, was
 * told before.
 */
export const markTold = statement<{ percent: number; cycle: LocalDate }, object>(
  (db, { tenantId, percent, cycle }) =>
    db
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
      .returning('id'),
);

function ending(db: QueryBuilder) {
  return db
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
