import type { AuditPage, listPlatformAudit as endpoint } from '@samay/contract/audit';
import type { QueryOf } from '@samay/contract/endpoint';
import { asPlatform } from '../../db/tenant.ts';
import type { SessionContext } from '../../http/context.ts';
import { pageOf, readCursor } from '../../http/cursor.ts';
import { auditPerson } from './audit.ts';
import { presentAudit } from './present.ts';
import { platformTenant } from './queries.ts';
import { listAuditRows } from './read-queries.ts';

/** A page of the platform's own log, or of one business's, which then says that it was read. */
export async function listPlatformAudit(context: SessionContext, { query }: { query: QueryOf<typeof endpoint> }): Promise<AuditPage> {
  const { action, actor, day, business, cursor, limit } = query;
  const place = readCursor(cursor);
  const reader = { userId: context.caller.userId, tenantId: business ?? null };
  return asPlatform(context.parts, async (tx) => {
    const rows = await listAuditRows(tx, { tenantId: business ?? platformTenant, action, actor, day, place, limit: limit + 1 });
    if (business) await auditPerson(tx, context, reader, 'platform.audit_viewed', business);
    return pageOf(rows, limit, presentAudit);
  });
}
