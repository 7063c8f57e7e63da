import type { AuditPage, listPlatformAudit as endpoint } from '@samay/contract/audit/audit-log';
import type { QueryOf } from '@samay/contract/core/endpoint';
import { run } from '../../../db/transaction.ts';
import { asPlatform, platformTenant } from '../../../db/tenant.ts';
import type { SessionContext } from '../../../context/request-context.ts';
import { makePage, readCursor } from '../../../http/cursor.ts';
import { listAuditRows, presentAudit, noteSupportAccess } from '../../audit/index.ts';

/** Lists the platform's audit log, or a business's, in which the access is then recorded. */
export async function listPlatformAudit(
  context: SessionContext,
  { query }: { query: QueryOf<typeof endpoint> },
): Promise<AuditPage> {
  const { action, actor, day, business, cursor, limit } = query;
  const place = readCursor(cursor);
  return asPlatform(context.dependencies, async (tx) => {
    if (business)
      await noteSupportAccess(tx, context, { tenantId: business, action: 'platform.audit_viewed' });
    const of = { tenantId: business ?? platformTenant };
    const rows = await run(tx, of, listAuditRows({ action, actor, day, place, limit: limit + 1 }));
    return makePage(rows, limit, presentAudit);
  });
}
