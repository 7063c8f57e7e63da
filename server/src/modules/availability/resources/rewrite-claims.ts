import type { TenantContext } from '../../../context/request-context.ts';
import { AppError } from '../../../core/app-error.ts';
import { run } from '../../../db/transaction.ts';
import type { Tx } from '../../../db/tenant.ts';
import { presentAffected, type ShownBookings } from '../affected/present.ts';
import { listByIds } from '../affected/queries.ts';
import { listResourceRows } from './queries.ts';
import { listNewOverlaps, listOccupied, replaceClaims, type Wanted } from './unit-queries.ts';
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
  const { tenantId, now } = context;
  if (ids.length === 0) return;
  const all = await run(tx, context, listResourceRows({}));
  const occupied = await listOccupied(tx, tenantId, { ids, now });
  const wanted = occupied.flatMap(({ resource_id: id, ...claim }) =>
    findUnits(all, id).map((unit): Wanted => ({ ...claim, unit })),
  );
  if (wanted.length === 0) return;
  const overlaps = await listNewOverlaps(tx, tenantId, { wanted, now });
  const over = new Set(overlaps.map(({ booking }) => booking));
  if (over.size > 0) {
    const colliding = [...over, ...overlaps.map(({ other }) => other)];
    throw await refusalWith(tx, context, { code: 'resource.collides', ids: colliding, shown });
  }
  await replaceClaims(tx, tenantId, { wanted, now });
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
  const rows = await listByIds(tx, context.tenantId, { ids, shown: await shown(tx, context) });
  return new AppError(code, { bookings: presentAffected(rows) });
}
