import type { AuditPage, listAudit as endpoint } from '@samay/contract/audit/audit-log';
import type { QueryOf } from '@samay/contract/core/endpoint';
import { readInTenant } from '../../../db/tenant.ts';
import type { TenantContext } from '../../../context/request-context.ts';
import { pageOf, readCursor } from '../../../http/cursor.ts';
import { presentAudit } from './present.ts';
import { listAuditRows } from './queries.ts';

/** A page of the own business's log: what its people did, and what the platform did and looked at there. */
export async function listAudit(context: TenantContext, { query }: { query: QueryOf<typeof endpoint> }): Promise<AuditPage> {
  const { action, actor, day, cursor, limit } = query;
  const place = readCursor(cursor);
  const filters = { tenantId: context.tenantId, action, actor, day, place, limit: limit + 1 };
  return readInTenant(context, async (tx) => pageOf(await listAuditRows(tx, filters), limit, presentAudit));
}
