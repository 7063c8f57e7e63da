import { type CustomTypesConfig, types } from 'pg';

/** Object ids of pg_type. */
const oids = { date: 1082, time: 1083, dateArray: 1182, bigint: 20, instant: 1184 };
/** pg's types know no numbers outside its own list of them. */
const parserOf = types.getTypeParser as (oid: number, format: 'text' | 'binary') => (text: string) => unknown;
const asText = (text: string): string => text;

/**
 * How column values become JavaScript values: `date` and `time` stay text (a day is no instant), `bigint` becomes a number. The rest is
 * pg's own, so `timestamptz` is a `Date`.
 */
export const columnParsers: CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === oids.date || oid === oids.time) return asText;
    if (oid === oids.dateArray) return textArray;
    if (oid === oids.bigint) return safeInteger;
    if (oid === oids.instant) return instant;
    return parserOf(oid, format ?? 'text');
  },
};

const parseInstant = parserOf(oids.instant, 'text');

/** pg's parser takes any date of PostgreSQL's; the usual ones only differ from ISO 8601 in two characters, which JavaScript reads faster. */
function instant(text: string): unknown {
  if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?[+-]\d\d$/.test(text)) return parseInstant(text);
  return new Date(`${text.slice(0, 10)}T${text.slice(11)}:00`);
}

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
