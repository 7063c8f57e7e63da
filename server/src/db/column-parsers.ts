import { type CustomTypesConfig, types } from 'pg';

/** Object ids of pg_type. */
const oids = { text: 25, date: 1082, time: 1083, dateArray: 1182, bigint: 20, instant: 1184 };
/** Looks up parsers by number; pg's types know no numbers outside their own list. */
const getParser = types.getTypeParser as (
  oid: number,
  format: 'text' | 'binary',
) => (text: string) => unknown;
const asText = (text: string): string => text;

/**
 * Converts column values to JavaScript values: `date` and `time` stay text (a day is no instant),
 * `bigint` becomes a number. The rest is pg's own, so `timestamptz` is a `Date`.
 */
export const columnParsers: CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === oids.date || oid === oids.time) return asText;
    if (oid === oids.dateArray) return textArray;
    if (oid === oids.bigint) return safeInteger;
    if (oid === oids.instant) return instant;
    return getParser(oid, format ?? 'text');
  },
};

/** Returns whether a parser of `columnParsers` returns the text unchanged. */
export function isText(parse: unknown): boolean {
  return parse === asText || parse === getParser(oids.text, 'text');
}

const parseInstant = getParser(oids.instant, 'text');

/**
 * Parses an instant. Usual ones, of years with four digits and in UTC, are read by their digits: a
 * list has hundreds, and JavaScript's own parser takes twice as long. pg's parser takes any other
 * date of PostgreSQL.
 */
function instant(text: string): unknown {
  const end = text.length - 3;
  if (text[4] !== '-' || text[10] !== ' ' || !text.endsWith('+00')) return parseInstant(text);
  let milliseconds = 0;
  for (let at = 20, unit = 100; at < 23 && at < end; at += 1, unit /= 10)
    milliseconds += unit * digit(text, at);
  const year = 100 * number(text, 0) + number(text, 2);
  if (year < 100) return parseInstant(text);
  return new Date(
    Date.UTC(
      year,
      number(text, 5) - 1,
      number(text, 8),
      number(text, 11),
      number(text, 14),
      number(text, 17),
      milliseconds,
    ),
  );
}

function digit(text: string, at: number): number {
  return text.charCodeAt(at) - 48;
}

/** Returns the number of two digits. */
function number(text: string, at: number): number {
  return 10 * digit(text, at) + digit(text, at + 1);
}

/** @throws RangeError for a number that JavaScript cannot hold exactly */
function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} does not fit a JavaScript number`);
  return value;
}

/**
 * Parses an array of dates, `{2026-01-01,NULL}`: dates need no quotes in PostgreSQL's array syntax.
 */
function textArray(text: string): (string | null)[] {
  const inner = text.slice(1, -1);
  return inner === '' ? [] : inner.split(',').map((item) => (item === 'NULL' ? null : item));
}
