import type { ReplyOf } from '@samay/contract/core/endpoint';
import type { listPatientHistory as endpoint } from '@samay/contract/bookings/patients';
import { readInTenant } from '../../../db/tenant.ts';
import type { TenantContext } from '../../../context/request-context.ts';
import { assertThat } from '../../../core/app-error.ts';
import { listAppointmentsOf } from '../appointments/list-queries.ts';
import { present } from '../appointments/present.ts';
import { visibilityIn } from '../appointments/visibility-queries.ts';
import { readCursor, writeCursor } from '../revenue/cursor.ts';

interface Input {
  readonly params: { readonly id: string };
  readonly query: { readonly cursor?: string | undefined; readonly limit: number };
}

/** A page of a person's bookings that the plan shows, latest first. Throws `not_found` where there are none. */
export async function listPatientHistory(context: TenantContext, { params, query }: Input): Promise<ReplyOf<typeof endpoint>> {
  const after = query.cursor === undefined ? undefined : readCursor(query.cursor);
  return readInTenant(context, async (tx) => {
    const { visibility } = await visibilityIn(tx, context);
    const view = { order: context.businessType, visibility };
    const rows = await listAppointmentsOf(tx, params.id, view, { after, limit: query.limit + 1 });
    assertThat(rows.length > 0 || after, 'not_found');
    const page = rows.slice(0, query.limit);
    return { items: page.map((row) => present(row, context)), next: rows.length > query.limit ? writeCursor(page.at(-1)) : null };
  });
}
