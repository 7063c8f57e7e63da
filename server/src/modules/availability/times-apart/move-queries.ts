import { sql } from 'kysely';
import { raiseStamp } from '../../../db/change-stamps.ts';
import type { Tx } from '../../../db/tenant.ts';

/** The next businesses by their ids. */
export async function listTenantsAfter(tx: Tx, after: string, most: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('tenants')
    .select('id')
    .where('id', '>', after)
    .orderBy('id')
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Gives a business its resources, its first service and its hours, unless it has a service
 * (migration 0064).
 */
export async function beginTimes(tx: Tx, tenantId: string): Promise<void> {
  await sql`select begin_times(${tenantId}::uuid)`.execute(tx);
}

/**
 * Makes claims for the next bookings of a business from a day on. `lastDay` is the day to go on
 * with, null when none is left.
 */
export async function occupyNext(
  tx: Tx,
  { tenantId, day, most }: { tenantId: string; day: string; most: number },
): Promise<{ bookings: number; lastDay: string | null }> {
  const { rows } = await sql<{
    bookings: number;
    lastDay: string | null;
  }>`select bookings, last_day::text as "lastDay"
    from occupy_next(${tenantId}::uuid, ${day}::date, ${most})`.execute(tx);
  const [step = { bookings: 0, lastDay: null }] = rows;
  if (step.bookings > 0) await raiseStamp(tx, tenantId);
  return step;
}

/** Claims for every booking of a business from today on that has none yet. */
export async function claimAllBefore(tx: Tx, tenantId: string): Promise<void> {
  await sql`select bookings from occupy_next(${tenantId}::uuid, '0001-01-01', null)`.execute(tx);
}

/** Shorter than PostgreSQL's deadlock_timeout: a step gives up its wait, not a request. */
export async function waitBriefly(tx: Tx): Promise<void> {
  await sql`select set_config('lock_timeout', '500ms', true)`.execute(tx);
}
