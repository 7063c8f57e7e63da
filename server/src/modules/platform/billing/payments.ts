import type { QueryOf, ReplyOf } from '@samay/contract/core/endpoint';
import { PlanId } from '@samay/contract/tenancy/plans';
import type {
  listPlatformPayments as paymentsEndpoint,
  listUnplacedPayments as unplacedEndpoint,
} from '@samay/contract/platform/billing';
import { asPlatform } from '../../../db/tenant.ts';
import type { SessionContext } from '../../../context/request-context.ts';
import { pageOf, readCursor } from '../../../http/cursor.ts';
import { maskEmail } from '../../audit/index.ts';
import { auditPlatform } from '../access/audit-platform.ts';
import { listPaymentRows, listUnplacedRows } from './billing-queries.ts';

type Payments = ReplyOf<typeof paymentsEndpoint>;
type Unplaced = ReplyOf<typeof unplacedEndpoint>;

/**
 * A page of the orders, with masked addresses. They are personal data of the payers, so the access
 * is audited.
 */
export async function listPlatformPayments(
  context: SessionContext,
  { query: { state, cursor, limit } }: { query: QueryOf<typeof paymentsEndpoint> },
): Promise<Payments> {
  const after = readCursor(cursor);
  return asPlatform(context.dependencies, async (tx) => {
    const rows = await listPaymentRows(tx, { state, after, limit: limit + 1 });
    await auditPlatform(tx, context, {
      action: 'platform.payments_listed',
      tenantId: null,
      object: 'payments',
      detail: { state },
    });
    return pageOf(rows, limit, presentPayment);
  });
}

/**
 * A page of the captured payments that match no open order, with masked addresses: the provider
 * identifies the payer by the payment. They are personal data, so the access is audited.
 */
export async function listUnplacedPayments(
  context: SessionContext,
  { query: { cursor, limit } }: { query: QueryOf<typeof unplacedEndpoint> },
): Promise<Unplaced> {
  const after = readCursor(cursor);
  return asPlatform(context.dependencies, async (tx) => {
    const rows = await listUnplacedRows(tx, { after, limit: limit + 1 });
    await auditPlatform(tx, context, {
      action: 'platform.payments_listed',
      tenantId: null,
      object: 'unplaced payments',
    });
    return pageOf(rows, limit, presentUnplaced);
  });
}

function presentPayment(row: Awaited<ReturnType<typeof listPaymentRows>>[number]): Payments['items'][number] {
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

function presentUnplaced(
  row: Awaited<ReturnType<typeof listUnplacedRows>>[number],
): Unplaced['items'][number] {
  const email = row.order_email ?? row.email;
  return {
    id: row.id,
    tenant: row.tenant_id && row.tenant_name ? { id: row.tenant_id, name: row.tenant_name } : null,
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
