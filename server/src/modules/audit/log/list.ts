import type { AuditLine, AuditPage, listAudit as endpoint } from '@samay/contract/audit/audit-log';
import type { QueryOf } from '@samay/contract/core/endpoint';
import { readInOneMessage } from '../../../db/read-in-one-message.ts';
import { run } from '../../../db/transaction.ts';
import type { Tx } from '../../../db/tenant.ts';
import type { TenantContext } from '../../../context/request-context.ts';
import { makePage, readCursor } from '../../../http/cursor.ts';
import { idsNamed, type ReadNamedRows, withNames } from './named-rows.ts';
import { type AuditRowRead, listAuditRows, listColleagues } from './queries.ts';

/**
 * Lists the business's own audit log: the actions of its people, and those of the platform there.
 * The rows have ids; the names are read once the page is known, in a second message.
 */
export async function listAudit(
  context: TenantContext,
  { query }: { query: QueryOf<typeof endpoint> },
  readNamedRows: ReadNamedRows,
): Promise<AuditPage> {
  const { action, actor, day, cursor, limit } = query;
  const place = readCursor(cursor);
  const { found } = await readInOneMessage(context, {
    found: listAuditRows({ action, actor, day, place, limit: limit + 1 }),
  });
  const { items, next } = makePage(found, limit, presentAudit);
  const ids = idsNamed(items);
  if (ids.length === 0) return { items, next };
  const rows = new Map((await readNamedRows(context, ids)).map((row) => [row.id, row]));
  return { items: items.map((line) => withNames(line, rows)), next };
}

/** Lists the people of the business, for the filter of the log. */
export async function listAuditActors(
  context: TenantContext,
): Promise<{ people: { id: string; name: string }[] }> {
  const { people } = await readInOneMessage(context, { people: listColleagues({}) });
  return { people: people.map(({ id, full_name: name, email }) => ({ id, name: name || email })) };
}

/** Lists the last events of a business, newest first. */
export async function latestAudit(tx: Tx, tenantId: string, limit: number): Promise<AuditLine[]> {
  const rows = await run(
    tx,
    { tenantId },
    listAuditRows({ action: undefined, actor: undefined, day: undefined, place: undefined, limit }),
  );
  return rows.map(presentAudit);
}

/**
 * Presents a row; its actor has a name only if the reader may see the person. Nobody else is named.
 */
export function presentAudit(row: AuditRowRead): AuditLine {
  return {
    id: row.id,
    at: row.at.toISOString(),
    actor: row.actor_id === null ? null : { id: row.actor_id, name: row.full_name || row.email },
    action: row.action,
    object: row.object,
    detail: (row.detail ?? {}) as Record<string, unknown>,
    subject: null,
    names: {},
    reason: null,
  };
}
