import { onlyRow, run } from '../../../db/run-statement.ts';
import type { TenantId, Tx } from '../../../db/tenant.ts';
import { type Occupation, occupationOf, soughtOf, type WantedTime } from './occupation.ts';
import { lockSought } from './occupation-queries.ts';

/**
 * Locks the units that a booking has and may get, for a move, and decides what it occupies. The
 * booking itself is locked before.
 */
export async function lockOccupation(
  tx: Tx,
  work: { readonly tenantId: TenantId },
  wanted: WantedTime,
): Promise<Occupation> {
  const { values, by } = soughtOf(wanted);
  const { found } = onlyRow(await run(tx, work, lockSought(values, by)));
  return occupationOf(found, wanted);
}
