import type { StaffPage, StaffQuery } from '@samay/contract/tenancy/staff';
import { readInTenant } from '../../../db/tenant.ts';
import { AppError } from '../../../core/app-error.ts';
import type { StaffContext } from './context.ts';
import { type Key, listRows } from './list-queries.ts';
import { givable } from './policy.ts';
import { present } from './present.ts';

/** A page of people and pending invitations, newest first. Pages go by key, so rows that come or go meanwhile shift nothing. */
export async function listStaff(context: StaffContext, { query }: { query: StaffQuery }): Promise<StaffPage> {
  const after = query.cursor ? readCursor(query.cursor) : undefined;
  // One row more than a page: its presence says that the list goes on.
  const found = await readInTenant(context, (tx) =>
    listRows(tx, context.tenantId, { search: query.search, after, limit: query.limit + 1 }),
  );
  const rows = found.slice(0, query.limit);
  const last = rows.at(-1);
  return {
    items: rows.map((row) => present(row, context)),
    next: found.length > query.limit && last ? `${last.added_at.toISOString()}_${last.id}` : null,
    givable: givable(context),
  };
}

function readCursor(text: string): Key {
  const [, at, id] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)_([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/.exec(text) ?? [];
  const addedAt = new Date(at ?? '');
  if (!id || Number.isNaN(addedAt.getTime()))
    throw new AppError('request.invalid', { fields: { cursor: 'This is not a place in the list' } });
  return { addedAt, id };
}
