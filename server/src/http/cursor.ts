import { LocalDate } from '@samay/contract/core/time';
import { z } from 'zod';
import { AppError } from '../core/app-error.ts';

/** The types of values in a cursor. */
export const cursorPart = {
  id: z.string().regex(/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/),
  date: LocalDate,
  /** `24:00` is after the last time of a day. */
  time: z.string().regex(/^(?:(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?|24:00)$/),
  /** Microseconds since 1970, the precision of the database. */
  micros: z
    .string()
    .regex(/^\d{1,16}$/)
    .transform(Number)
    .refine(Number.isSafeInteger),
};

type Parts = Readonly<Record<string, z.ZodType<string | number>>>;
type KeyOf<Own extends Parts> = { readonly [Name in keyof Own]: z.infer<Own[Name]> };

/**
 * The cursors of a list: the values by which its rows are sorted, in this order. A page begins
 * after the row with these values, so rows that are added or removed meanwhile do not shift it.
 */
export class Cursors<Own extends Parts> {
  readonly #parts: Own;

  constructor(parts: Own) {
    this.#parts = parts;
  }

  write(key: KeyOf<Own>): string {
    return Object.keys(this.#parts)
      .map((name) => String(key[name]))
      .join('_');
  }

  /** Returns undefined without a cursor; throws `request.invalid` for a malformed one. */
  read(text: string | undefined): KeyOf<Own> | undefined {
    if (text === undefined) return undefined;
    const names = Object.keys(this.#parts);
    const values = text.split('_');
    const read = z
      .strictObject(this.#parts)
      .safeParse(Object.fromEntries(values.map((value, at) => [names[at] ?? 'more', value])));
    if (!read.success)
      throw new AppError('request.invalid', { fields: { cursor: 'This is not a place in the list' } });
    return read.data as KeyOf<Own>;
  }

  /**
   * Makes a page of the contract: `limit` rows, and the cursor of the next page if one row more was
   * found.
   */
  makePage<Row, Item>(
    found: readonly Row[],
    limit: number,
    { getKey, present }: { getKey: (row: Row) => KeyOf<Own>; present: (row: Row) => Item },
  ): { items: Item[]; next: string | null } {
    const rows = found.slice(0, limit);
    const last = rows.at(-1);
    const next = found.length > limit && last !== undefined ? this.write(getKey(last)) : null;
    return { items: rows.map((row) => present(row)), next };
  }
}

/** The cursors of lists that are sorted by an instant and an id. */
const byInstant = new Cursors({ micros: cursorPart.micros, id: cursorPart.id });

/** A position in a list sorted by an instant and an id. */
export interface Cursor {
  readonly micros: number;
  readonly id: string;
}

/** Makes a page of a list sorted by an instant and an id. */
export function makePage<Row extends Cursor, Item>(
  found: readonly Row[],
  limit: number,
  present: (row: Row) => Item,
): { items: Item[]; next: string | null } {
  return byInstant.makePage(found, limit, { getKey: (row) => row, present });
}

/** Reads a cursor of a list sorted by an instant and an id. */
export function readCursor(text: string | undefined): Cursor | undefined {
  return byInstant.read(text);
}
