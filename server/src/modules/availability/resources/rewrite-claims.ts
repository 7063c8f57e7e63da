import type { TenantContext } from '../../../context/request-context.ts';
import { AppError } from '../../../core/app-error.ts';
import { run, writeTogether } from '../../../db/transaction.ts';
import type { Tx } from '../../../db/tenant.ts';
import { presentAffected, type ShownBookings } from '../affected/present.ts';
import { listByIds } from '../affected/queries.ts';
import { listResourceRows } from './queries.ts';
import { deleteReplaced, insertWanted, listNewOverlaps, listOccupied, type Wanted } from './unit-queries.ts';
import { findUnits } from './units.ts';

/**
 * Rewrites the claims of locked bookings after their resources have changed, under the locks of all
 * units. @throws `resource.collides` with the bookings that would newly overlap.
 */
export async function rewriteClaims(
  tx: Tx,
  context: TenantContext,
  { ids, shown }: { readonly ids: readonly string[]; readonly shown: ShownBookings },
): Promise<void> {
  const { now } = context;
  if (ids.length === 0) return;
  const all = await run(tx, context, listResourceRows({}));
  const occupied = await run(tx, context, listOccupied({ ids, now }));
  const wanted = occupied.flatMap(({ resource_id: id, ...claim }) =>
    findUnits(all, id).map((unit): Wanted => ({ ...claim, unit })),
  );
  if (wanted.length === 0) return;
  const listed = { wanted: JSON.stringify(wanted), now };
  const overlaps = await run(tx, context, listNewOverlaps(listed));
  const over = new Set(overlaps.map(({ booking }) => booking));
  if (over.size > 0) {
    const colliding = [...over, ...overlaps.map(({ other }) => other)];
    throw await refusalWith(tx, context, { code: 'resource.collides', ids: colliding, shown });
  }
  const bookings = [...new Set(wanted.map(({ booking }) => booking))];
  const units = [...new Set(wanted.map(({ unit }) => unit))];
  await writeTogether(tx, context, [deleteReplaced({ bookings, units, now }), insertWanted(listed)]);
}

interface Refused {
  readonly code: 'resource.collides' | 'resource.has_bookings';
  readonly ids: readonly string[];
  readonly shown: ShownBookings;
}

/** Returns a refusal that lists the conflicting bookings. */
export async function refusalWith(
  tx: Tx,
  context: TenantContext,
  { code, ids, shown }: Refused,
): Promise<AppError> {
  const rows = await run(tx, context, listByIds({ ids }));
  return new AppError(code, { bookings: await presentAffected(tx, context, rows, shown) });
}
