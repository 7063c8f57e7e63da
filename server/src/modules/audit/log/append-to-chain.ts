import { asPlatform } from '../../../db/tenant.ts';
import type { Dependencies } from '../../../context/dependencies.ts';
import { hashOf } from './chain-hash.ts';
import { adoptOlder, appendLinks, type ChainLink, findChainEnd, listWaiting, lockChain, removeWaiting } from './chain-queries.ts';

/** Audit rows a transaction chains at the most. */
const batch = 500;
/** Rows from before migration 0036 that a transaction looks at. */
const olderAtOnce = 2000;

/**
 * Links new audit rows, business by business, into its chain: each hash covers the row and the hash before it, so that a row
 * changed or taken out later shows. A job of its own, so that no booking waits for another's hash. The order is that in which the rows are found
 * waiting; no clock has a part in it (docs/decisions/0025-audit-chain-by-sequence.md). Returns how many were linked.
 */
export async function chainAudit(dependencies: Pick<Dependencies, 'database'>): Promise<number> {
  return asPlatform(dependencies, async (tx) => {
    await lockChain(tx);
    await adoptOlder(tx, olderAtOnce);
    const ends = new Map<string, { position: number; hash: string }>();
    const links: ChainLink[] = [];
    const waiting = await listWaiting(tx, batch);
    for (const { row } of waiting) {
      if (!row) continue;
      const end = ends.get(row.tenant_id) ?? (await findChainEnd(tx, row.tenant_id)) ?? { position: 0, hash: '' };
      const next = { position: end.position + 1, hash: hashOf(row, end.hash) };
      ends.set(row.tenant_id, next);
      links.push({ tenant_id: row.tenant_id, audit_id: row.id, audited_at: row.at, ...next });
    }
    await appendLinks(tx, links);
    const done = waiting.map(({ sequence }) => sequence);
    if (done.length > 0) await removeWaiting(tx, done);
    return links.length;
  });
}
