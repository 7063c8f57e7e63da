import { setImmediate as turn } from 'node:timers/promises';

/** The most rows of a batch: some 20 ms of work. */
export const rowsPerBatch = 500;

/**
 * Reads the rows of an export in batches, each in a turn of its own, so that an export of years
 * neither fills the memory nor holds up other requests.
 * @param read returns at most `rowsPerBatch` rows after the last one of the batch before
 */
export async function eachBatch<Row>(
  read: (last: Row | undefined) => Promise<readonly Row[]>,
  use: (rows: readonly Row[]) => void,
): Promise<void> {
  for (let last: Row | undefined; ;) {
    const rows = await read(last);
    use(rows);
    last = rows.at(-1);
    if (rows.length < rowsPerBatch) return;
    await turn();
  }
}
