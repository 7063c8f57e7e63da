import type { QueryOf, ReplyOf } from '@samay/contract/core/endpoint';
import { PlanId } from '@samay/contract/tenancy/plans';
import type { listPlatformSubscriptions as endpoint } from '@samay/contract/platform/billing';
import { readInOneMessageAsPlatform } from '../../../db/read-in-one-message.ts';
import type { SessionContext } from '../../../context/request-context.ts';
import { pageOf, readCursor } from '../../../http/cursor.ts';
import { listSubscriptionRows } from './billing-queries.ts';

type Endpoint = typeof endpoint;

/** A page of all businesses' subscriptions, ended ones included. */
export async function listPlatformSubscriptions(
  context: SessionContext,
  { query: { plan, status, cursor, limit } }: { query: QueryOf<Endpoint> },
): Promise<ReplyOf<Endpoint>> {
  const after = readCursor(cursor);
  const read = { found: listSubscriptionRows({ plan, status, after, limit: limit + 1 }) };
  const { found } = await readInOneMessageAsPlatform(context.dependencies, read);
  return pageOf(found, limit, (row) => ({
    id: row.id,
    tenant: { id: row.tenant_id, name: row.tenant_name },
    planId: PlanId.parse(row.plan_id),
    status: row.status,
    cycleStart: row.billing_cycle_start,
    createdAt: row.created_at.toISOString(),
  }));
}
