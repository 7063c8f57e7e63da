import type { QueryOf, ReplyOf } from '@samay/contract/core/endpoint';
import { PlanId } from '@samay/contract/tenancy/plans';
import type { listPlatformPayments as endpoint } from '@samay/contract/platform/billing';
import { asPlatform } from '../../../db/tenant.ts';
import type { SessionContext } from '../../../context/request-context.ts';
import { pageOf, readCursor } from '../../../http/cursor.ts';
import { listPaymentRows } from './billing-queries.ts';
import { maskEmail } from '../../audit/index.ts';
import { note } from '../access/audit-platform.ts';

type Endpoint = typeof endpoint;

/** A page of the orders, addresses masked. They name who paid, so having read them is noted. */
export async function listPlatformPayments(
  context: SessionContext,
  { query: { state, cursor, limit } }: { query: QueryOf<Endpoint> },
): Promise<ReplyOf<Endpoint>> {
  const place = readCursor(cursor);
  return asPlatform(context.dependencies, async (tx) => {
    const rows = await listPaymentRows(tx, { state, place, limit: limit + 1 });
    await note(tx, context, { action: 'platform.payments_listed', tenantId: null, object: 'payments', detail: { state } });
    return pageOf(rows, limit, present);
  });
}

function present(row: Awaited<ReturnType<typeof listPaymentRows>>[number]): ReplyOf<Endpoint>['items'][number] {
  return {
    id: row.id,
    tenant: row.tenant_id && row.tenant_name ? { id: row.tenant_id, name: row.tenant_name } : null,
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
