import type { QueryOf, ReplyOf } from '@samay/contract/core/endpoint';
import { PlanId } from '@samay/contract/tenancy/plans';
import type {
  listPlatformPayments as paymentsEndpoint,
  listPlatformSubscriptions as subscriptionsEndpoint,
  listUnplacedPayments as unplacedEndpoint,
  Plan,
  PlanTerms,
} from '@samay/contract/platform/billing';
import { readAtOnceAsPlatform } from '../../../db/read-at-once.ts';
import { run } from '../../../db/run-statement.ts';
import { asPlatform, platformTenant } from '../../../db/tenant.ts';
import type { SessionContext } from '../../../context/request-context.ts';
import { orNotFound } from '../../../core/app-error.ts';
import { pageOf, readCursor } from '../../../http/cursor.ts';
import { maskEmail } from '../../audit/index.ts';
import { auditPlatform } from '../access/audit-platform.ts';
import {
  listPaymentRows,
  listPlanRows,
  listSubscriptionRows,
  listUnplacedRows,
  type PaymentRow,
  type PlanWithTenants,
  type UnplacedRow,
  updatePlan,
} from './queries.ts';

type Payments = ReplyOf<typeof paymentsEndpoint>;
type Unplaced = ReplyOf<typeof unplacedEndpoint>;

export async function listPlatformPlans(context: SessionContext): Promise<{ plans: Plan[] }> {
  const { plans } = await readAtOnceAsPlatform(context.dependencies, { plans: listPlanRows({}) });
  return { plans: plans.map(presentPlan) };
}

/** Changes a plan's terms. The limit applies at once; existing orders keep their amount. */
export async function changePlanTerms(
  context: SessionContext,
  { params: { id }, body }: { params: { id: PlanId }; body: PlanTerms },
): Promise<Plan> {
  return asPlatform(context.dependencies, async (tx) => {
    const becomes = { appointment_limit: body.appointmentLimit, monthly_price_paise: body.monthlyPrice };
    const was = orNotFound(await updatePlan(tx, id, becomes));
    await auditPlatform(tx, context, null, 'plan.changed', id, { was, becomes });
    const plans = await run(tx, { tenantId: platformTenant }, listPlanRows({}));
    return presentPlan(orNotFound(plans.find((plan) => plan.id === id)));
  });
}

function presentPlan(row: PlanWithTenants): Plan {
  return {
    id: PlanId.parse(row.id),
    name: row.name,
    appointmentLimit: row.appointment_limit,
    monthlyPrice: row.monthly_price_paise,
    tenants: row.tenants,
  };
}

export async function listPlatformSubscriptions(
  context: SessionContext,
  { query: { plan, status, cursor, limit } }: { query: QueryOf<typeof subscriptionsEndpoint> },
): Promise<ReplyOf<typeof subscriptionsEndpoint>> {
  const page = { plan, status, after: readCursor(cursor), limit: limit + 1 };
  const rows = await asPlatform(context.dependencies, (tx) => listSubscriptionRows(tx, page));
  return pageOf(rows, limit, (row) => ({
    id: row.id,
    tenant: { id: row.tenant_id, name: row.tenant_name },
    planId: PlanId.parse(row.plan_id),
    status: row.status,
    cycleStart: row.billing_cycle_start,
    createdAt: row.created_at.toISOString(),
  }));
}

/** Lists orders with masked addresses. They are personal data, so the access is audited. */
export async function listPlatformPayments(
  context: SessionContext,
  { query: { state, cursor, limit } }: { query: QueryOf<typeof paymentsEndpoint> },
): Promise<Payments> {
  const page = { state, after: readCursor(cursor), limit: limit + 1 };
  return asPlatform(context.dependencies, async (tx) => {
    const rows = await listPaymentRows(tx, page);
    await auditPlatform(tx, context, null, 'platform.payments_listed', 'payments', { state });
    return pageOf(rows, limit, presentPayment);
  });
}

/** Lists payments that match no open order, with masked addresses; the access is audited. */
export async function listUnplacedPayments(
  context: SessionContext,
  { query: { cursor, limit } }: { query: QueryOf<typeof unplacedEndpoint> },
): Promise<Unplaced> {
  const page = { after: readCursor(cursor), limit: limit + 1 };
  return asPlatform(context.dependencies, async (tx) => {
    const rows = await listUnplacedRows(tx, page);
    await auditPlatform(tx, context, null, 'platform.payments_listed', 'unplaced payments');
    return pageOf(rows, limit, presentUnplaced);
  });
}

function presentPayment(row: PaymentRow): Payments['items'][number] {
  return {
    id: row.id,
    tenant: presentBusiness(row),
    businessName: row.business_name,
    email: maskEmail(row.email),
    planId: PlanId.parse(row.plan_id),
    amount: row.amount_paise,
    state: row.state,
    reason: row.reason,
    paymentId: row.payment_id,
    createdAt: row.created_at.toISOString(),
    paidAt: row.paid_at?.toISOString() ?? null,
  };
}

function presentUnplaced(row: UnplacedRow): Unplaced['items'][number] {
  const email = row.order_email ?? row.email;
  return {
    id: row.id,
    tenant: presentBusiness(row),
    email: email === null ? null : maskEmail(email),
    amount: row.amount_paise,
    ordered: row.ordered_paise,
    currency: row.currency,
    reason: row.reason,
    paymentId: row.payment_id,
    orderId: row.provider_order_id,
    notedAt: row.noted_at.toISOString(),
  };
}

function presentBusiness({ tenant_id: id, tenant_name: name }: PaymentRow | UnplacedRow) {
  return id && name ? { id, name } : null;
}
