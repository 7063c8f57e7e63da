import type { ReplyOf } from '@samay/contract/core/endpoint';
import type { listPatients as endpoint } from '@samay/contract/bookings/patients';
import { indiaDate } from '@samay/contract/core/time';
import { readInTenant } from '../../../db/tenant.ts';
import type { TenantContext } from '../../../context/request-context.ts';
import { visibilityIn } from '../appointments/visibility-queries.ts';
import { readCursor, writeCursor } from './cursor.ts';
import { presentPatient } from './present.ts';
import { listPatientRows } from './queries.ts';

interface Input {
  readonly query: { readonly search?: string | undefined; readonly cursor?: string | undefined; readonly limit: number };
}

/** A page of the people whose bookings the plan shows, those with the latest booking first. */
export async function listPatients(context: TenantContext, { query }: Input): Promise<ReplyOf<typeof endpoint>> {
  const after = query.cursor === undefined ? undefined : readCursor(query.cursor);
  return readInTenant(context, async (tx) => {
    const { visibility } = await visibilityIn(tx, context);
    const view = { order: context.businessType, visibility, today: indiaDate(context.now) };
    // One row more than a page shows whether there is a next page.
    const rows = await listPatientRows(tx, view, { search: query.search, after, limit: query.limit + 1 });
    const page = rows.slice(0, query.limit);
    return { items: page.map(presentPatient), next: rows.length > query.limit ? writeCursor(page.at(-1)) : null };
  });
}
