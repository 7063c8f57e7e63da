import type { listTenants as endpoint } from '@samay/contract/platform/tenants';
import type { QueryOf, ReplyOf } from '@samay/contract/core/endpoint';
import { asPlatform } from '../../../db/tenant.ts';
import type { SessionContext } from '../../../context/request-context.ts';
import { pageOf, readCursor } from '../../../http/cursor.ts';
import { auditPlatform } from '../access/audit-platform.ts';
import { presentTenant } from './present-tenant.ts';
import { listTenantRows } from './tenant-queries.ts';

type Endpoint = typeof endpoint;

/**
 * A page of the businesses. Owners' names and addresses are personal data, so the access is
 * audited.
 */
export async function listTenants(
  context: SessionContext,
  { query }: { query: QueryOf<Endpoint> },
): Promise<ReplyOf<Endpoint>> {
  const { search, status, plan, cursor, limit } = query;
  const place = readCursor(cursor);
  return asPlatform(context.dependencies, async (tx) => {
    const found = await listTenantRows(tx, { search, status, plan, place, limit: limit + 1 });
    const page = pageOf(found, limit, presentTenant);
    const detail = { status, plan, searched: Boolean(search), shown: page.items.length };
    await auditPlatform(tx, context, {
      action: 'platform.tenants_listed',
      tenantId: null,
      object: 'tenants',
      detail,
    });
    return page;
  });
}
