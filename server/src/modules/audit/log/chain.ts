import { createHash } from 'node:crypto';
import { asPlatform, platform } from '../../../db/tenant.ts';
import { run } from '../../../db/transaction.ts';
import type { Dependencies } from '../../../context/dependencies.ts';
import {
  appendLinks,
  type ChainLink,
  listWaiting,
  lockChain,
  type LoggedRow,
  readChainEnd,
  removeWaiting,
} from './chain-queries.ts';

/** The most audit rows that one transaction chains. */
const batch = 500;

/**
 * Job: appends new audit rows to the hash chain of their business. Each hash covers its row and the
 * hash before it, so that a changed or deleted row is detected. No booking waits for another's
 * hash. The order is the queue's, independent of clocks
 * (docs/decisions/0025-audit-chain-by-sequence.md). Returns how many rows were chained.
 */
export async function chainAudit(dependencies: Pick<Dependencies, 'database'>): Promise<number> {
  return asPlatform(dependencies, async (tx) => {
    await run(tx, platform, lockChain({}));
    const ends = new Map<string, { position: number; hash: string }>();
    const links: ChainLink[] = [];
    const waiting = await listWaiting(tx, batch);
    for (const { row } of waiting) {
      if (!row) continue;
      const end = ends.get(row.tenant_id) ??
        (await run(tx, { tenantId: row.tenant_id }, readChainEnd({})))[0] ?? { position: 0, hash: '' };
      const next = { position: end.position + 1, hash: hashLink(row, end.hash) };
      ends.set(row.tenant_id, next);
      links.push({ tenant_id: row.tenant_id, audit_id: row.id, audited_at: row.at, ...next });
    }
    await run(tx, platform, appendLinks({ links: JSON.stringify(links) }));
    const sequences = waiting.map(({ sequence }) => sequence);
    await run(tx, platform, removeWaiting({ sequences }));
    return links.length;
  });
}

/** Hashes a row with the hash of the previous link. */
export function hashLink(row: LoggedRow, previous: string): string {
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
