import { sql } from 'kysely';
import { onlyRow, run } from '../../../db/run-statement.ts';
import { statement } from '../../../db/statement.ts';
import type { TenantId, Tx } from '../../../db/tenant.ts';
import { type Occupation, occupationOf, soughtOf, type WantedTime } from './occupation.ts';
import { type FoundOccupation, type SoughtBy, soughtOccupation, type SoughtValues } from './occupation-queries.ts';

const lock = statement<SoughtValues, { found: FoundOccupation }, { by: SoughtBy }>(
  (_, values, { by }) => sql`select ${soughtOccupation(values, { by, lock: 'alone' })} as found`,
);

/** Locks the units that a booking has and may get, for a move, and decides what it occupies. The booking itself is locked before. */
export async function lockOccupation(tx: Tx, work: { readonly tenantId: TenantId }, wanted: WantedTime): Promise<Occupation> {
  const { values, by } = soughtOf(wanted);
  const { found } = onlyRow(await run(tx, work, lock(values, { by })));
  return occupationOf(found, wanted);
}
