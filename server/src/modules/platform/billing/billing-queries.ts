import type { PlanId } from '@samay/contract/tenancy/plans';
import { sql } from 'kysely';
import { raiseStamp } from '../../../db/transaction.ts';
import { microsOf, olderThan } from '../../../db/keyset-pagination.ts';
import { type Statement, statement } from '../../../db/statement.ts';
import { platformTenant, type Tx } from '../../../db/tenant.ts';

interface Cursor {
  readonly micros: number;
  readonly id: string;
}

/** The plans, cheapest first, each with the number of its undeleted businesses. */
export const listPlanRows = statement<object, PlanWithTenants>(
  () => sql<PlanWithTenants>`
    select plans.id, plans.name, plans.appointment_limit, plans.monthly_price_paise, coalesce(counted.tenants, 0) as tenants
    from plans left join (
      select subscriptions.plan_id, count(*)::int as tenants from subscriptions join tenants on tenants.id = subscriptions.tenant_id
      where subscriptions.status = 'active' and tenants.deleted_at is null group by subscriptions.plan_id) as counted on counted.plan_id = plans.id
    order by plans.monthly_price_paise, plans.appointment_limit`,
);

export interface PlanWithTenants {
  readonly id: string;
  readonly name: string;
  readonly appointment_limit: number;
  readonly monthly_price_paise: number;
  readonly tenants: number;
}

/** Locks a plan, writes its terms and returns the previous ones. */
export async function updatePlan(
  tx: Tx,
  id: PlanId,
  terms: { appointment_limit: number; monthly_price_paise: number },
) {
  const was = await tx
    .selectFrom('plans')
    .select(['appointment_limit', 'monthly_price_paise'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  await tx.updateTable('plans').set(terms).where('id', '=', id).execute();
  await raiseStamp(tx, platformTenant);
  return was;
}

interface SubscriptionsPage {
  readonly plan: PlanId | undefined;
  readonly status: 'active' | 'ended' | undefined;
  readonly after: Cursor | undefined;
  readonly limit: number;
}

export interface SubscriptionRow {
  readonly id: string;
  readonly micros: number;
  readonly tenant_id: string;
  readonly tenant_name: string;
  readonly plan_id: string;
  readonly status: 'active' | 'ended';
  readonly billing_cycle_start: string;
  readonly created_at: Date;
}

/** Subscriptions of businesses that are not deleted, newest first. */
export function listSubscriptionRows({
  plan,
  status,
  after,
  limit,
}: SubscriptionsPage): Statement<SubscriptionRow> {
  const values = {
    plan: plan ?? '',
    status: status ?? 'active',
    micros: after?.micros ?? 0,
    id: after?.id ?? '',
    limit,
  } as const;
  return selectSubscriptions(values, {
    isOfPlan: plan !== undefined,
    isOfStatus: status !== undefined,
    isFirst: after === undefined,
  });
}

type SubscriptionValues = Cursor & {
  readonly plan: string;
  readonly status: 'active' | 'ended';
  readonly limit: number;
};
type SubscriptionShape = {
  readonly isOfPlan: boolean;
  readonly isOfStatus: boolean;
  readonly isFirst: boolean;
};

const selectSubscriptions = statement<SubscriptionValues, SubscriptionRow, SubscriptionShape>(
  (db, values, shape) =>
    db
      .selectFrom('subscriptions')
      .innerJoin('tenants', 'tenants.id', 'subscriptions.tenant_id')
      .select([
        'subscriptions.id',
        microsOf('subscriptions.created_at').as('micros'),
        'subscriptions.tenant_id',
        'tenants.name as tenant_name',
        'subscriptions.plan_id',
        'subscriptions.status',
        'subscriptions.billing_cycle_start',
        'subscriptions.created_at',
      ])
      .where('tenants.deleted_at', 'is', null)
      .$if(shape.isOfPlan, (query) => query.where('subscriptions.plan_id', '=', values.plan))
      .$if(shape.isOfStatus, (query) => query.where('subscriptions.status', '=', values.status))
      .where(
        olderThan(
          { at: 'subscriptions.created_at', id: 'subscriptions.id' },
          shape.isFirst ? undefined : values,
        ),
      )
      .orderBy('subscriptions.created_at', 'desc')
      .orderBy('subscriptions.id', 'desc')
      .limit(values.limit),
);

/** Orders of all businesses, including those that do not exist yet, newest first. */
export async function listPaymentRows(
  tx: Tx,
  page: {
    state: 'open' | 'expired' | 'paid' | 'granted' | undefined;
    after: Cursor | undefined;
    limit: number;
  },
) {
  return tx
    .selectFrom('payment_orders')
    .leftJoin('tenants', 'tenants.id', 'payment_orders.tenant_id')
    .select([
      'payment_orders.id',
      microsOf('payment_orders.created_at').as('micros'),
      'payment_orders.tenant_id',
      'tenants.name as tenant_name',
      'payment_orders.business_name',
      'payment_orders.email',
      'payment_orders.plan_id',
      'payment_orders.amount_paise',
      'payment_orders.state',
      'payment_orders.reason',
      'payment_orders.payment_id',
      'payment_orders.created_at',
      'payment_orders.paid_at',
    ])
    .$if(page.state !== undefined, (query) => query.where('payment_orders.state', '=', page.state ?? 'open'))
    .where(olderThan({ at: 'payment_orders.created_at', id: 'payment_orders.id' }, page.after))
    .orderBy('payment_orders.created_at', 'desc')
    .orderBy('payment_orders.id', 'desc')
    .limit(page.limit)
    .execute();
}

/**
 * Captured payments that match no open order, newest first, with their order where there is one.
 */
export async function listUnplacedRows(tx: Tx, page: { after: Cursor | undefined; limit: number }) {
  return tx
    .selectFrom('unplaced_payments')
    .leftJoin('payment_orders', 'payment_orders.id', 'unplaced_payments.order_id')
    .leftJoin('tenants', 'tenants.id', 'payment_orders.tenant_id')
    .select([
      'unplaced_payments.id',
      microsOf('unplaced_payments.noted_at').as('micros'),
      'payment_orders.tenant_id',
      'tenants.name as tenant_name',
      'payment_orders.email as order_email',
      'payment_orders.amount_paise as ordered_paise',
      'unplaced_payments.email',
      'unplaced_payments.amount_paise',
      'unplaced_payments.currency',
      'unplaced_payments.reason',
      'unplaced_payments.payment_id',
      'unplaced_payments.provider_order_id',
      'unplaced_payments.noted_at',
    ])
    .where(olderThan({ at: 'unplaced_payments.noted_at', id: 'unplaced_payments.id' }, page.after))
    .orderBy('unplaced_payments.noted_at', 'desc')
    .orderBy('unplaced_payments.id', 'desc')
    .limit(page.limit)
    .execute();
}
