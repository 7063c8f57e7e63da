import type { Plan } from '@samay/contract/platform/billing';
import type { PlanId } from '@samay/contract/tenancy/plans';
import { type Selectable, sql } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import { microsOf, olderThan } from '../../../db/keyset-pagination.ts';
import { statement } from '../../../db/statement.ts';

interface Cursor {
  readonly micros: number;
  readonly id: string;
}

/** Lists the plans, cheapest first, with the number of their undeleted businesses. */
export const listPlanRows = statement(
  () => sql<Plan>`
    select plans.id, plans.name, plans.appointment_limit as "appointmentLimit", plans.monthly_price_paise as "monthlyPrice",
      coalesce(counted.tenants, 0) as tenants
    from plans left join (
      select subscriptions.plan_id, count(*)::int as tenants from subscriptions join tenants on tenants.id = subscriptions.tenant_id
      where subscriptions.status = 'active' and tenants.deleted_at is null group by subscriptions.plan_id) as counted on counted.plan_id = plans.id
    order by plans.monthly_price_paise, plans.appointment_limit`,
);

/** Locks a plan, and reads its terms. */
export const lockPlan = statement((db, { id }: { id: PlanId }) =>
  db
    .selectFrom('plans')
    .select(['appointment_limit', 'monthly_price_paise'])
    .where('id', '=', id)
    .forNoKeyUpdate(),
);

type Page = Cursor & { readonly limit: number };

type PageShape = { readonly isFirst: boolean };

type Subscriptions = Page & {
  /** Null for every plan. */
  readonly plan: PlanId | null;
  /** Null for every status. */
  readonly status: 'active' | 'ended' | null;
};

/** Lists subscriptions of businesses that are not deleted, newest first, from the page's cursor on. */
export const listSubscriptionRows = statement((db, values: Subscriptions, { isFirst }: PageShape) =>
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

type Payments = Page & {
  /** Null for every state. */
  readonly state: Selectable<Schema['payment_orders']>['state'] | null;
};

/** Lists orders, newest first, from the page's cursor on. */
export const listPaymentRows = statement((db, values: Payments, { isFirst }: PageShape) =>
  db
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
    .where(sql<boolean>`(${values.state}::text is null or payment_orders.state = ${values.state})`)
    .where(
      olderThan({ at: 'payment_orders.created_at', id: 'payment_orders.id' }, isFirst ? undefined : values),
    )
    .orderBy('payment_orders.created_at', 'desc')
    .orderBy('payment_orders.id', 'desc')
    .limit(values.limit),
);

/** Lists payments that match no open order, newest first, from the page's cursor on. */
export const listUnplacedRows = statement((db, values: Page, { isFirst }: PageShape) =>
  db
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
    .where(
      olderThan(
        { at: 'unplaced_payments.noted_at', id: 'unplaced_payments.id' },
        isFirst ? undefined : values,
      ),
    )
    .orderBy('unplaced_payments.noted_at', 'desc')
    .orderBy('unplaced_payments.id', 'desc')
    .limit(values.limit),
);
