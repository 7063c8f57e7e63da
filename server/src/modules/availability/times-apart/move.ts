import type { Tx } from '../../../db/tenant.ts';
import { beginTimes, listTenantsAfter, occupyNext, waitBriefly } from './move-queries.ts';

/** The limits of one step, so that it holds its locks for less than half a second. */
const usualStep = { tenants: 20, bookings: 300 };
const beforeAll = '00000000-0000-0000-0000-000000000000';
const beforeEveryDay = '0001-01-01';

/**
 * Data move: gives each business its resources, its first service and its weekly hours from what it
 * had before (0050).
 *
 * @param cursor the last business of the previous step
 */
export async function beginAllTimes(
  tx: Tx,
  cursor: string | undefined,
  { tenants } = usualStep,
): Promise<string | undefined> {
  await waitBriefly(tx);
  const next = await listTenantsAfter(tx, cursor ?? beforeAll, tenants);
  for (const tenantId of next) await beginTimes(tx, tenantId);
  return next.at(-1);
}

/**
 * Data move: claims for the bookings from today on that have none. It runs after `beginAllTimes`,
 * so that no step holds a business's begin while it waits for a booking. A booking whose time is
 * taken is marked as overbooked.
 *
 * @param cursor the last business that is finished or, with a day, the one to go on with from that
 *   day
 */
export async function claimBookings(
  tx: Tx,
  cursor: string | undefined,
  most = usualStep,
): Promise<string | undefined> {
  await waitBriefly(tx);
  const [at = beforeAll, begun] = cursor?.split(' ') ?? [];
  if (begun !== undefined)
    return claimsOf(tx, { tenantId: at, day: begun, most: most.bookings }).then(({ next }) => next);
  let left = most.bookings;
  const tenants = await listTenantsAfter(tx, at, most.tenants);
  for (const tenantId of tenants) {
    await beginTimes(tx, tenantId);
    const { bookings, next } = await claimsOf(tx, { tenantId, day: beforeEveryDay, most: left });
    left -= bookings;
    // A step without room for one more booking of the next business could not tell whether that one
    // has any.
    if (next !== tenantId || left <= 0) return next;
  }
  return tenants.at(-1);
}

async function claimsOf(
  tx: Tx,
  work: { tenantId: string; day: string; most: number },
): Promise<{ bookings: number; next: string }> {
  const { bookings, lastDay } = await occupyNext(tx, work);
  return { bookings, next: lastDay === null ? work.tenantId : `${work.tenantId} ${lastDay}` };
}
