import type { AuditLine, AuditPage, listAudit as endpoint } from '@samay/contract/audit/audit-log';
import type { QueryOf } from '@samay/contract/core/endpoint';
import { readAtOnce } from '../../../db/read-at-once.ts';
import { run } from '../../../db/run-statement.ts';
import type { Tx } from '../../../db/tenant.ts';
import type { TenantContext } from '../../../context/request-context.ts';
import { pageOf, readCursor } from '../../../http/cursor.ts';
import { type AuditRowRead, listAuditRows, listColleagues } from './queries.ts';

/** Lists the business's own audit log: what its people did, and what the platform did there. */
export async function listAudit(
  context: TenantContext,
  { query }: { query: QueryOf<typeof endpoint> },
): Promise<AuditPage> {
  const { action, actor, day, cursor, limit } = query;
  const place = readCursor(cursor);
  const { found } = await readAtOnce(context, {
    found: listAuditRows({ action, actor, day, place, limit: limit + 1 }),
  });
  return pageOf(found, limit, presentAudit);
}

/** Lists the people of the business, for the filter of the log. */
export async function listAuditActors(
  context: TenantContext,
): Promise<{ people: { id: string; name: string }[] }> {
  const { people } = await readAtOnce(context, { people: listColleagues({}) });
  return { people: people.map(({ id, full_name: name, email }) => ({ id, name: name || email })) };
}

/** The last events of a business, newest first. */
export async function latestAudit(tx: Tx, tenantId: string, limit: number): Promise<AuditLine[]> {
  const rows = await run(
    tx,
    { tenantId },
    listAuditRows({ action: undefined, actor: undefined, day: undefined, place: undefined, limit }),
  );
  return rows.map(presentAudit);
}

/** Presents a row; it has a name only if the reader may see the person. */
export function presentAudit(row: AuditRowRead): AuditLine {
  return {
    id: row.id,
    at: row.at.toISOString(),
    actor: row.actor_id === null ? null : { id: row.actor_id, name: row.full_name || row.email },
    action: row.action,
    object: row.object,
    detail: (row.detail ?? {}) as Record<string, unknown>,
  };
}
