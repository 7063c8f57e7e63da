import { AppError } from '../core/app-error.ts';

/**
 * A position in a list ordered by an instant and an id. In microseconds since 1970, the precision
 * of the database.
 */
export interface Cursor {
  readonly micros: number;
  readonly id: string;
}

/**
 * Makes a page of the contract: `limit` rows, and the cursor of the next page if one row more was
 * found.
 */
export function pageOf<Row extends Cursor, Item>(
  found: readonly Row[],
  limit: number,
  present: (row: Row) => Item,
): { items: Item[]; next: string | null } {
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return {
    items: rows.map(present),
    next: found.length > limit && last ? `${last.micros}_${last.id}` : null,
  };
}

/** Parses a cursor; throws `request.invalid` for a malformed one. */
export function readCursor(text: string | undefined): Cursor | undefined {
  if (text === undefined) return undefined;
  const [, micros, id] = /^(\d{1,16})_([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/.exec(text) ?? [];
  if (!micros || !id || !Number.isSafeInteger(Number(micros)))
    throw new AppError('request.invalid', { fields: { cursor: 'This is not a place in the list' } });
  return { micros: Number(micros), id };
}
