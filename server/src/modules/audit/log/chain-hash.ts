import { createHash } from 'node:crypto';
import type { LoggedRow } from './chain-queries.ts';

/** The hash of a link: over its row and the hash of the previous link. */
export function hashOf(row: LoggedRow, previous: string): string {
  const text = JSON.stringify([
    previous,
    row.tenant_id,
    row.id,
    row.at.toISOString(),
    row.actor_id,
    row.action,
    row.object,
    sorted(row.detail),
    row.request_id,
  ]);
  return createHash('sha256').update(text).digest('hex');
}

/** Sorts the keys: the hash must not depend on the order in which PostgreSQL returns jsonb. */
function sorted(detail: unknown): unknown {
  if (typeof detail !== 'object' || detail === null || Array.isArray(detail)) return detail;
  return Object.entries(detail).toSorted(([left], [right]) => (left < right ? -1 : 1));
}
