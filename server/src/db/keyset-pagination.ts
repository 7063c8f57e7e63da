import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely';

/** An instant column as microseconds since 1970: JavaScript's dates would cut it to milliseconds, and lists would skip rows. */
export function microsOf(column: string): RawBuilder<number> {
  return sql<number>`(extract(epoch from ${sql.ref(column)}) * 1000000)::bigint`;
}

/** The rows after a place in a list that is ordered by instant and id, both descending; all of them without a place. */
export function olderThan(
  columns: { at: string; id: string },
  place: { readonly micros: number; readonly id: string } | undefined,
): Expression<SqlBool> {
  if (!place) return sql<SqlBool>`true`;
  return sql<SqlBool>`(${sql.ref(columns.at)}, ${sql.ref(columns.id)})
    < (timestamptz 'epoch' + ${place.micros}::bigint * interval '1 microsecond', ${place.id}::uuid)`;
}

/** A LIKE pattern for a text anywhere, in lower case, each of its signs taken as it stands. */
export function anywhere(text: string): string {
  return `%${text.toLowerCase().replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
}
