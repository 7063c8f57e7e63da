import type { Tx } from '../db/tenant.ts';
import { splitPatients } from '../modules/bookings/index.ts';

/**
 * A change of rows that would hold its locks for too long as a migration. It runs beside serving servers, those of the last release included:
 * rows that they write meanwhile are kept right by a trigger or by the step itself.
 */
export interface DataMove {
  /** What its progress is kept under, in `data_moves`; never used again for another move. */
  readonly name: string;
  /**
   * Changes the next rows after the cursor (undefined at first), a thousand at the most and within half a second, as samay_platform.
   * Answers the cursor behind them, or undefined when no row is left. It is rolled back with its cursor where it fails or the process ends.
   */
  readonly step: (tx: Tx, cursor: string | undefined) => Promise<string | undefined>;
}

/** In the order in which they run: each begins when the one before has finished. A move is taken out with the release that needs it no more. */
export const dataMoves: readonly DataMove[] = [{ name: 'tell people apart', step: async (tx, cursor) => splitPatients(tx, cursor) }];
