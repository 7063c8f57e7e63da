import type { ReplyOf } from '@samay/contract/core/endpoint';
import type { Import, ImportRow, listImportRows as rowsEndpoint } from '@samay/contract/imports/imports';
import type { RowOutcome } from '@samay/contract/imports/rows';
import { z } from 'zod';
import type { TenantContext } from '../../../context/request-context.ts';
import { orNotFound } from '../../../core/app-error.ts';
import { readInOneMessage } from '../../../db/read-in-one-message.ts';
import { Cursors } from '../../../http/cursor.ts';
import { presentImport } from './present.ts';
import { listLatestImports, listRows, readImport, type StoredRow } from './queries.ts';

const mostListed = 20;
const cursors = new Cursors({ line: z.coerce.number().int().min(1).max(10_000_000) });

/** Lists the latest files of people or bookings that were brought in, newest first. */
export async function listImports(context: TenantContext): Promise<{ items: Import[] }> {
  const { found } = await readInOneMessage(context, { found: listLatestImports({ limit: mostListed }) });
  return { items: found.map((row) => presentImport(row, context.now)) };
}

/** Returns one of these files. Throws `not_found`. */
export async function getImport(
  context: TenantContext,
  { params }: { params: { id: string } },
): Promise<Import> {
  const { found } = await readInOneMessage(context, { found: readImport(params) });
  return presentImport(orNotFound(found[0]), context.now);
}

interface Input {
  readonly params: { readonly id: string };
  readonly query: {
    readonly outcome?: RowOutcome | undefined;
    readonly stayed?: 'yes' | undefined;
    readonly cursor?: string | undefined;
    readonly limit: number;
  };
}

/** Returns a page of the rows of a file by their lines. Throws `not_found` for an unknown file. */
export async function listImportRows(
  context: TenantContext,
  { params, query }: Input,
): Promise<ReplyOf<typeof rowsEndpoint>> {
  const { outcome, stayed, limit } = query;
  const after = cursors.read(query.cursor)?.line ?? 0;
  const page = { ...params, after, outcome: outcome ?? '', limit: limit + 1 };
  const shape = { hasOutcome: outcome !== undefined, stayed: stayed !== undefined };
  const { found, rows } = await readInOneMessage(context, {
    found: readImport(params),
    rows: listRows(page, shape),
  });
  orNotFound(found[0]);
  return cursors.makePage(rows, limit, { getKey: ({ line }) => ({ line }), present: presentRow });
}

function presentRow(row: StoredRow): ImportRow {
  return {
    line: row.line,
    cells: row.cells,
    outcome: row.outcome,
    problems: row.problems,
    personId: row.patient_id,
    bookingId: row.appointment_id,
    stayedBecause: row.stayed_because,
  };
}
