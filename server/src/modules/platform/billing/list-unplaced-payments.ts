import type { QueryOf, ReplyOf } from '@samay/contract/core/endpoint';
import type { listUnplacedPayments as endpoint } from '@samay/contract/platform/billing';
import { asPlatform } from '../../../db/tenant.ts';
import type { SessionContext } from '../../../context/request-context.ts';
import { pageOf, readCursor } from '../../../http/cursor.ts';
import { maskEmail } from '../../audit/index.ts';
import { listUnplacedRows } from './billing-queries.ts';
import { note } from '../access/audit-platform.ts';

type Endpoint = typeof endpoint;

/** A page of the captured payments that fit no open order, addresses masked: the provider knows the payer by the payment. They name who paid, so having read them is noted. */
export async function listUnplacedPayments(
  context: SessionContext,
  { query: { cursor, limit } }: { query: QueryOf<Endpoint> },
): Promise<ReplyOf<Endpoint>> {
  const place = readCursor(cursor);
  return asPlatform(context.dependencies, async (tx) => {
    const rows = await listUnplacedRows(tx, { place, limit: limit + 1 });
    await note(tx, context, { action: 'platform.payments_listed', tenantId: null, object: 'unplaced payments' });
    return pageOf(rows, limit, present);
  });
}

function present(row: Awaited<ReturnType<typeof listUnplacedRows>>[number]): ReplyOf<Endpoint>['items'][number] {
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
