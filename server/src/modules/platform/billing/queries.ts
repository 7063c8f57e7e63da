import type { Plan } from '@samay/contract/platform/billing';
import type { PlanId } from '@samay/contract/tenancy/plans';
import { type Selectable, sql } from 'kysely';
import { raiseStamp } from '../../../db/transaction.ts';
import type { Schema } from '../../../db/schema.ts';
import { microsOf, olderThan } from '../../../db/keyset-pagination.ts';
import { statement } from '../../../db/statement.ts';
import { platformTenant, type Tx } from '../../../db/tenant.ts';

interface Cursor {
  readonly micros: number;
  readonly id: string;
}

interface Page {
  readonly after: Cursor | undefined;
  readonly limit: number;
}

/** Lists the plans, cheapest first, with the number of their undeleted businesses. */
export const listPlanRows = statement<object, Plan>(
  () => sql<Plan>`
    select plans.id, plans.name, plans.appointment_limit as "appointmentLimit", plans.monthly_price_paise as "monthlyPrice",
      coalesce(counted.tenants, 0) as tenants
    from plans left join (
      select subscriptions.plan_id, count(*)::int as tenants from subscriptions join tenants on tenants.id = subscriptions.tenant_id
      where subscriptions.status = 'active' and tenants.deleted_at is null group by subscriptions.plan_id) as counted on counted.plan_id = plans.id
    order by plans.monthly_price_paise, plans.appointment_limit`,
);

/** Locks a plan, writes its terms and returns the previous ones. */
export async function updatePlan(
  tx: Tx,
  id: PlanId,
  terms: { appointment_limit: number; monthly_price_paise: number },
) {
  const before = await tx
    .selectFrom('plans')
    .select(['appointment_limit', 'monthly_price_paise'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  await tx.updateTable('plans').set(terms).where('id', '=', id).execute();
  await raiseStamp(tx, platformTenant);
  return before;
}

interface SubscriptionRow {
  readonly id: string;
  readonly micros: number;
  readonly tenantId: string;
  readonly tenantName: string;
  readonly planId: string;
  readonly status: 'active' | 'ended';
  readonly cycleStart: string;
  readonly createdAt: Date;
}

type Subscriptions = Cursor & {
  /** Null for every plan. */
  readonly plan: PlanId | null;
  /** Null for every status. */
  readonly status: 'active' | 'ended' | null;
  readonly limit: number;
};

/** Lists subscriptions of businesses that are not deleted, newest first, from the page's cursor on. */
export const listSubscriptionRows = statement<Subscriptions, SubscriptionRow, { isFirst: boolean }>(
  (db, values, { isFirst }) =>
    db
      .selectFrom('subscriptions')
      .innerJoin('tenants', 'tenants.id', 'subscriptions.tenant_id')
      .select([
        'subscriptions.id',
        microsOf('subscriptions.created_at').as('micros'),
        'subscriptions.tenant_id as tenantId',
        'tenants.name as tenantName',
        'subscriptions.plan_id as planId',
        'subscriptions.status',
        'subscriptions.billing_cycle_start as cycleStart',
        'subscriptions.created_at as createdAt',
      ])
      .where('tenants.deleted_at', 'is', null)
      .where(sql<boolean>`(${values.plan}::text is null or subscriptions.plan_id = ${values.plan})`)
      .where(sql<boolean>`(${values.status}::text is null or subscriptions.status = ${values.status})`)
      .where(
        olderThan({ at: 'subscriptions.created_at', id: 'subscriptions.id' }, isFirst ? undefined : values),
      )
      .orderBy('subscriptions.created_at', 'desc')
      .orderBy('subscriptions.id', 'desc')
      .limit(values.limit),
);

export async function listPaymentRows(
  tx: Tx,
  { state, after, limit }: Page & { state: Selectable<Schema['payment_orders']>['state'] | undefined },
) {
  let query = tx
    .selectFrom('payment_orders')
    .leftJoin('tenants', 'tenants.id', 'payment_orders.tenant_id')
    .select([
      'payment_orders.id',
      microsOf('payment_orders.created_at').as('micros'),
      'payment_orders.tenant_id as tenantId',
      'tenants.name as tenantName',
      'payment_orders.business_name as businessName',
      'payment_orders.email',
      'payment_orders.plan_id as planId',
      'payment_orders.amount_paise as amount',
      'payment_orders.state',
      'payment_orders.reason',
      'payment_orders.payment_id as paymentId',
      'payment_orders.created_at as createdAt',
      'payment_orders.paid_at as paidAt',
    ])
    .where(olderThan({ at: 'payment_orders.created_at', id: 'payment_orders.id' }, after));
  if (state) query = query.where('payment_orders.state', '=', state);
  return query
    .orderBy('payment_orders.created_at', 'desc')
    .orderBy('payment_orders.id', 'desc')
    .limit(limit)
    .execute();
}

export async function listUnplacedRows(tx: Tx, { after, limit }: Page) {
  return tx
    .selectFrom('unplaced_payments')
    .leftJoin('payment_orders', 'payment_orders.id', 'unplaced_payments.order_id')
    .leftJoin('tenants', 'tenants.id', 'payment_orders.tenant_id')
    .select([
      'unplaced_payments.id',
      microsOf('unplaced_payments.noted_at').as('micros'),
      'payment_orders.tenant_id as tenantId',
      'tenants.name as tenantName',
      'payment_orders.email as orderEmail',
      'payment_orders.amount_paise as ordered',
      'unplaced_payments.email',
      'unplaced_payments.amount_paise as amount',
      'unplaced_payments.currency',
      'unplaced_payments.reason',
      'unplaced_payments.payment_id as paymentId',
      'unplaced_payments.provider_order_id as orderId',
      'unplaced_payments.noted_at as notedAt',
    ])
    .where(olderThan({ at: 'unplaced_payments.noted_at', id: 'unplaced_payments.id' }, after))
    .orderBy('unplaced_payments.noted_at', 'desc')
    .orderBy('unplaced_payments.id', 'desc')
    .limit(limit)
    .execute();
}
