import type { Tx } from '../db/tenant.ts';
import { beginAllTimes, claimBookings } from '../modules/availability/index.ts';

/**
 * A data migration that would hold its locks too long in a schema migration. It runs in small steps
 * while servers serve, including those of the last release: a trigger or the step itself keeps the
 * rows right that they write meanwhile.
 */
export interface DataMove {
  /** The key of its progress in `data_moves`; never reused for another move. */
  readonly name: string;
  /**
   * Changes the next rows after the cursor (undefined at first), a thousand at most and within half
   * a second, as samay_platform. Returns the cursor after them, or undefined when no row is left.
   * Where it fails or the process ends, it is rolled back together with its cursor.
   */
  readonly step: (tx: Tx, cursor: string | undefined) => Promise<string | undefined>;
}

/**
 * In the order in which they run: each starts when the previous one has finished. A move is removed
 * in a later release, once it has run everywhere.
 */
export const dataMoves: readonly DataMove[] = [
  { name: 'begin times', step: async (tx, cursor) => beginAllTimes(tx, cursor) },
  { name: 'claim bookings', step: async (tx, cursor) => claimBookings(tx, cursor) },
];
