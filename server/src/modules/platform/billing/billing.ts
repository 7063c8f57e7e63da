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
import { updateRows } from '../../../db/statement.ts';
import { asPlatform, platform, platformTenant } from '../../../db/tenant.ts';
import { raiseStamp, run } from '../../../db/transaction.ts';
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
  lockPlan,
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
    const was = orNotFound((await run(tx, platform, lockPlan({ id })))[0]);
    await run(tx, platform, updateRows('plans', { id }, becomes));
    await raiseStamp(tx, platformTenant);
    await auditPlatform(tx, context, null, 'plan.changed', id, { was, becomes });
    const plans = await run(tx, platform, listPlanRows({}));
    return orNotFound(plans.find((plan) => plan.id === id));
  });
}

export async function listPlatformSubscriptions(
  context: SessionContext,
  { query: { plan, status, cursor, limit } }: { query: QueryOf<typeof subscriptionsEndpoint> },
): Promise<ReplyOf<typeof subscriptionsEndpoint>> {
  const { page, shape } = getPage(cursor, limit);
  const values = { ...page, plan: plan ?? null, status: status ?? null };
  const { rows } = await readInOneMessageAsPlatform(context.dependencies, {
    rows: listSubscriptionRows(values, shape),
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
  const { page, shape } = getPage(cursor, limit);
  return asPlatform(context.dependencies, async (tx) => {
    const rows = await run(tx, platform, listPaymentRows({ ...page, state: state ?? null }, shape));
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
  const { page, shape } = getPage(cursor, limit);
  return asPlatform(context.dependencies, async (tx) => {
    const rows = await run(tx, platform, listUnplacedRows(page, shape));
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

function getPage(cursor: string | undefined, limit: number) {
  const after = readCursor(cursor);
  return {
    page: { micros: 0, id: '', ...after, limit: limit + 1 },
    shape: { isFirst: after === undefined },
  };
}

function presentBusiness(id: string | null, name: string | null) {
  return id && name ? { id, name } : null;
}
