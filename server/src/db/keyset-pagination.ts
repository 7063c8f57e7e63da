import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely';

/**
 * Selects an instant column as microseconds since 1970. A JavaScript date would cut it to
 * milliseconds, and pages would skip rows.
 */
export function microsOf(column: string): RawBuilder<number> {
  return sql<number>`(extract(epoch from ${sql.ref(column)}) * 1000000)::bigint`;
}

/**
 * Matches the rows after a cursor in a list ordered by instant and id, both descending; always true
 * without a cursor.
 */
export function olderThan(
  columns: { at: string; id: string },
  place: { readonly micros: number; readonly id: string } | undefined,
): Expression<SqlBool> {
  if (!place) return sql<SqlBool>`true`;
  return sql<SqlBool>`(${sql.ref(columns.at)}, ${sql.ref(columns.id)})
    < (timestamptz 'epoch' + ${place.micros}::bigint * interval '1 microsecond', ${place.id}::uuid)`;
}

/**
 * Returns the LIKE pattern "contains this text", in lower case, with the wildcards of the text
 * escaped.
 */
export function containsPattern(text: string): string {
  return `%${text.toLowerCase().replaceAll(/[\\%_]/g, (wildcard) => `\\${wildcard}`)}%`;
}
