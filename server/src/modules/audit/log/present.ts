import type { AuditLine } from '@samay/contract/audit/audit-log';
import type { AuditRowRead } from './queries.ts';

/** A row of the log as its readers see it; a name only where the person is there and may be seen. */
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
