import { AppError } from '../core/app-error.ts';

/** A place in a list that is ordered by an instant and an id. Microseconds since 1970, as exact as the database keeps instants. */
export interface Place {
  readonly micros: number;
  readonly id: string;
}

/** A page as the contract shows it: `limit` rows, and where the next page begins if one row more was found. */
export function pageOf<Row extends Place, Item>(
  found: readonly Row[],
  limit: number,
  present: (row: Row) => Item,
): { items: Item[]; next: string | null } {
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return { items: rows.map(present), next: found.length > limit && last ? `${last.micros}_${last.id}` : null };
}

/** The place a cursor names; refuses with `request.invalid` what is none. */
export function readCursor(text: string | undefined): Place | undefined {
  if (text === undefined) return undefined;
  const [, micros, id] = /^(\d{1,16})_([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/.exec(text) ?? [];
  if (!micros || !id || !Number.isSafeInteger(Number(micros)))
    throw new AppError('request.invalid', { fields: { cursor: 'This is not a place in the list' } });
  return { micros: Number(micros), id };
}
