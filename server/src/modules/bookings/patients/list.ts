import type { ReplyOf } from '@samay/contract/core/endpoint';
import type { listPatients as endpoint } from '@samay/contract/bookings/patients';
import { indiaDate } from '@samay/contract/core/time';
import { readInTenant } from '../../../db/tenant.ts';
import type { TenantContext } from '../../../context/request-context.ts';
import { visibilityIn } from '../appointments/visibility-queries.ts';
import { readPlace, writePlace } from './cursor.ts';
import { presentPatient } from './present.ts';
import { listPatientRows } from './queries.ts';

interface Input {
  readonly query: { readonly search?: string | undefined; readonly cursor?: string | undefined; readonly limit: number };
}

/** The people of the bookings that the plan shows, whoever was booked for the latest day first. */
export async function listPatients(context: TenantContext, { query }: Input): Promise<ReplyOf<typeof endpoint>> {
  const after = query.cursor === undefined ? undefined : readPlace(query.cursor);
  return readInTenant(context, async (tx) => {
    const { visibility } = await visibilityIn(tx, context);
    const shown = { order: context.businessType, visibility, today: indiaDate(context.now) };
    // One more than a page: its presence says that the list goes on.
    const rows = await listPatientRows(tx, shown, { search: query.search, after, limit: query.limit + 1 });
    const page = rows.slice(0, query.limit);
    return { items: page.map(presentPatient), next: rows.length > query.limit ? writePlace(page.at(-1)) : null };
  });
}
