import type { ReplyOf } from '@samay/contract/core/endpoint';
import type { listPatients as endpoint } from '@samay/contract/people/patients';
import { indiaDate } from '@samay/contract/core/time';
import { z } from 'zod';
import type { TenantContext } from '../../../context/request-context.ts';
import { cursorPart, Cursors } from '../../../http/cursor.ts';
import { readShown } from '../../visibility/index.ts';
import { presentPatient } from './present.ts';
import { listPatientRows } from './queries.ts';

/** People without a booking have the first day of all as that of their latest. */
const latestDate = z.union([cursorPart.date, z.literal('0001-01-01')]);
const cursors = new Cursors({ date: latestDate, id: cursorPart.id });

interface Input {
  readonly query: {
    readonly search?: string | undefined;
    readonly since?: string | undefined;
    readonly until?: string | undefined;
    readonly cursor?: string | undefined;
    readonly limit: number;
  };
}

/**
 * Returns a page of the people whose bookings the plan shows, all or those who are new, those with
 * the latest booking first.
 */
export async function listPatients(
  context: TenantContext,
  { query }: Input,
): Promise<ReplyOf<typeof endpoint>> {
  const after = cursors.read(query.cursor);
  const today = indiaDate(context.now);
  // One row more than a page shows whether there is a next page.
  const { search, since, until, limit } = query;
  const newIn = since === undefined || until === undefined ? undefined : { from: since, to: until };
  const page = { search, newIn, after, limit: limit + 1 };
  const { found } = (await readShown(context, (view) => ({ found: listPatientRows(view, today, page) })))
    .rows;
  return cursors.makePage(found, limit, {
    getKey: ({ latest_date: date, placed_id: id }) => ({ date, id }),
    present: presentPatient,
  });
}
