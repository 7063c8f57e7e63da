import { createHash } from 'node:crypto';
import { asPlatform } from '../../db/tenant.ts';
import type { Parts } from '../../parts.ts';
import { appendLinks, type ChainLink, findChainEnd, listChain, listUnchained, lockChain, type UnchainedRow } from './queries.ts';

/** Audit rows a transaction chains at the most. */
const batch = 500;

/**
 * Links new audit rows, business by business, into its chain: each hash covers the row and the hash before it, so that a row
 * changed or taken out later shows. A job of its own, so that no booking waits for another's hash. Returns how many were linked.
 */
export async function chainAudit(parts: Pick<Parts, 'database'>): Promise<number> {
  return asPlatform(parts, async (tx) => {
    await lockChain(tx);
    const ends = new Map<string, { position: number; hash: string }>();
    const links: ChainLink[] = [];
    for (const row of await listUnchained(tx, batch)) {
      const end = ends.get(row.tenant_id) ?? (await findChainEnd(tx, row.tenant_id)) ?? { position: 0, hash: '' };
      const next = { position: end.position + 1, hash: hashOf(row, end.hash) };
      ends.set(row.tenant_id, next);
      links.push({ tenant_id: row.tenant_id, audit_id: row.id, audited_at: row.at, ...next });
    }
    await appendLinks(tx, links);
    return links.length;
  });
}

/** The positions at which a business's chain no longer holds; empty when nobody touched it. */
export async function findBreaks(parts: Pick<Parts, 'database'>, tenantId: string): Promise<number[]> {
  const chain = await asPlatform(parts, (tx) => listChain(tx, tenantId));
  const breaks: number[] = [];
  let [position, hash] = [0, ''];
  for (const { link, row } of chain) {
    position += 1;
    if (link.position !== position || !row || hashOf(row, hash) !== link.hash) breaks.push(link.position);
    [position, hash] = [link.position, link.hash];
  }
  return breaks;
}

function hashOf(row: UnchainedRow, previous: string): string {
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

/** PostgreSQL orders the keys of jsonb its own way; the hash must not depend on it. */
function sorted(detail: unknown): unknown {
  if (typeof detail !== 'object' || detail === null || Array.isArray(detail)) return detail;
  return Object.entries(detail).toSorted(([left], [right]) => (left < right ? -1 : 1));
}
