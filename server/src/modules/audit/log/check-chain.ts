import { z } from 'zod';
import { run, type Tx } from '../../../db/transaction.ts';
import { hashLink } from './chain.ts';
import { listLinks, readRowIds } from './chain-queries.ts';

const linksPerStep = 500;
const rowsPerStep = 2000;

const End = z.object({ position: z.number(), hash: z.string() });
type End = z.infer<typeof End>;
const Cursor = z.union([
  z.object({ part: z.literal('links'), ...End.shape }),
  z.object({ part: z.literal('rows'), after: z.string().nullable(), ...End.shape }),
]);
type Cursor = z.infer<typeof Cursor>;
type Json = Readonly<Record<string, unknown>>;

const beginning: Cursor = { part: 'links', position: 0, hash: '' };

/**
 * Checks the audit log of a business in steps: first every link against its row and the previous
 * link, and the end that the last check saw (`anchor`), so that neither a shortened nor a rewritten
 * chain passes; then that every row is chained or queued.
 */
export const auditCheck = {
  kind: 'audit' as const,
  async step(tx: Tx, tenantId: string, { cursor, anchor }: { cursor: Json | null; anchor: Json | null }) {
    const place = cursor === null ? beginning : Cursor.parse(cursor);
    if (place.part === 'links')
      return checkLinks(tx, tenantId, place, anchor === null ? null : End.parse(anchor));
    return checkRows(tx, tenantId, place);
  },
};

async function checkLinks(tx: Tx, tenantId: string, from: End, anchor: End | null) {
  const findings: string[] = [];
  let end: End = { position: from.position, hash: from.hash };
  const links = await listLinks(tx, { tenantId }, { after: from.position, limit: linksPerStep });
  for (const { link, row } of links) {
    const holds = link.position === end.position + 1 && row && hashLink(row, end.hash) === link.hash;
    const isAsSeen = link.position !== anchor?.position || link.hash === anchor.hash;
    if (!holds || !isAsSeen) findings.push(`link ${link.position}`);
    end = { position: link.position, hash: link.hash };
  }
  if (links.length === linksPerStep) return { cursor: { part: 'links', ...end }, findings };
  if (anchor && end.position < anchor.position) findings.push(`links after ${end.position} are gone`);
  return { cursor: { part: 'rows', after: null, ...end }, findings };
}

async function checkRows(
  tx: Tx,
  tenantId: string,
  { after, position, hash }: Extract<Cursor, { part: 'rows' }>,
) {
  const rows = await run(tx, { tenantId }, readRowIds({ after, limit: rowsPerStep }));
  const findings = rows.filter((row) => !row.is_known).map(({ id }) => `row ${id} is in no chain`);
  const last = rows.at(-1);
  if (last && rows.length === rowsPerStep)
    return { cursor: { part: 'rows', after: last.id, position, hash }, findings };
  return { cursor: null, findings, anchor: { position, hash } };
}
