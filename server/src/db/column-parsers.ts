import { type CustomTypesConfig, types } from 'pg';

const { builtins } = types;
const dateArray = 1182;
const asText = (text: string): string => text;

/**
 * How column values become JavaScript values: `date` and `time` stay text (a day is no instant), `bigint` becomes a number. The rest is
 * pg's own, so `timestamptz` is a `Date`.
 */
export const columnParsers: CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === builtins.DATE || oid === builtins.TIME) return asText;
    if (oid === dateArray) return textArray;
    if (oid === builtins.INT8) return safeInteger;
    return types.getTypeParser(oid, format ?? 'text');
  },
};

/** @throws RangeError for a number that JavaScript cannot hold exactly */
function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} does not fit a JavaScript number`);
  return value;
}

/** `{2026-01-01,NULL}`: dates need no quotes in PostgreSQL's array syntax. */
function textArray(text: string): (string | null)[] {
  const inner = text.slice(1, -1);
  return inner === '' ? [] : inner.split(',').map((item) => (item === 'NULL' ? null : item));
}
