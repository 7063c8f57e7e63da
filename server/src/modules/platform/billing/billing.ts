import type { QueryOf, ReplyOf } from '@samay/contract/core/endpoint';
import { PlanId } from '@samay/contract/tenancy/plans';
import type {
  listPlatformPayments as paymentsEndpoint,
  listPlatformSubscriptions as subscriptionsEndpoint,
  listUnplacedPayments as unplacedEndpoint,
  Plan,
  PlanTerms,
} from '@samay/contract/platform/billing';
import { readInOneMessageAsPlatform } from '../../../db/read-in-one-message.ts';
import { run } from '../../../db/transaction.ts';
import { asPlatform, platformTenant } from '../../../db/tenant.ts';
import type { SessionContext } from '../../../context/request-context.ts';
import { orNotFound } from '../../../core/app-error.ts';
import { makePage, readCursor } from '../../../http/cursor.ts';
import { maskEmail } from '../../audit/index.ts';
import { auditPlatform } from '../access/audit-platform.ts';
import {
  listPaymentRows,
  listPlanRows,
  listSubscriptionRows,
  listUnplacedRows,
  updatePlan,
} from './queries.ts';

export async function listPlatformPlans(context: SessionContext): Promise<{ plans: Plan[] }> {
  const { plans } = await readInOneMessageAsPlatform(context.dependencies, { plans: listPlanRows({}) });
  return { plans };
}

/** Changes a plan's terms. The limit applies immediately; existing orders keep their amount. */
export async function changePlanTerms(
  context: SessionContext,
  { params: { id }, body }: { params: { id: PlanId }; body: PlanTerms },
): Promise<Plan> {
  return asPlatform(context.dependencies, async (tx) => {
    const becomes = { appointment_limit: body.appointmentLimit, monthly_price_paise: body.monthlyPrice };
    const was = orNotFound(await updatePlan(tx, id, becomes));
    await auditPlatform(tx, context, null, 'plan.changed', id, { was, becomes });
    const plans = await run(tx, { tenantId: platformTenant }, listPlanRows({}));
    return orNotFound(plans.find((plan) => plan.id === id));
  });
}

export async function listPlatformSubscriptions(
  context: SessionContext,
  { query: { plan, status, cursor, limit } }: { query: QueryOf<typeof subscriptionsEndpoint> },
): Promise<ReplyOf<typeof subscriptionsEndpoint>> {
  const after = readCursor(cursor);
  const values = {
    micros: 0,
    id: '',
    ...after,
    plan: plan ?? null,
    status: status ?? null,
    limit: limit + 1,
  };
  const { rows } = await readInOneMessageAsPlatform(context.dependencies, {
    rows: listSubscriptionRows(values, { isFirst: after === undefined }),
  });
  return makePage(rows, limit, ({ micros: _, tenantId, tenantName, ...row }) => ({
    ...row,
    tenant: { id: tenantId, name: tenantName },
    planId: PlanId.parse(row.planId),
    createdAt: row.createdAt.toISOString(),
  }));
}

/** Lists orders with masked addresses. They are personal data, so the access is audited. */
export async function listPlatformPayments(
  context: SessionContext,
  { query: { state, cursor, limit } }: { query: QueryOf<typeof paymentsEndpoint> },
): Promise<ReplyOf<typeof paymentsEndpoint>> {
  const page = { state, after: readCursor(cursor), limit: limit + 1 };
  return asPlatform(context.dependencies, async (tx) => {
    const rows = await listPaymentRows(tx, page);
    await auditPlatform(tx, context, null, 'platform.payments_listed', 'payments', { state });
    return makePage(rows, limit, ({ micros: _, tenantId, tenantName, ...row }) => ({
      ...row,
      tenant: presentBusiness(tenantId, tenantName),
      email: maskEmail(row.email),
      planId: PlanId.parse(row.planId),
      createdAt: row.createdAt.toISOString(),
      paidAt: row.paidAt?.toISOString() ?? null,
    }));
  });
}

/** Lists payments that match no open order, with masked addresses; the access is audited. */
export async function listUnplacedPayments(
  context: SessionContext,
  { query: { cursor, limit } }: { query: QueryOf<typeof unplacedEndpoint> },
): Promise<ReplyOf<typeof unplacedEndpoint>> {
  const page = { after: readCursor(cursor), limit: limit + 1 };
  return asPlatform(context.dependencies, async (tx) => {
    const rows = await listUnplacedRows(tx, page);
    await auditPlatform(tx, context, null, 'platform.payments_listed', 'unplaced payments');
    return makePage(rows, limit, ({ micros: _, tenantId, tenantName, orderEmail, ...row }) => {
      const email = orderEmail ?? row.email;
      return {
        ...row,
        tenant: presentBusiness(tenantId, tenantName),
        email: email && maskEmail(email),
        notedAt: row.notedAt.toISOString(),
      };
    });
  });
}

function presentBusiness(id: string | null, name: string | null) {
  return id && name ? { id, name } : null;
}
