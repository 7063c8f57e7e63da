import { z } from 'zod';
import type { ImportKind } from './rows.ts';

/** The meaning of a column. Several columns may be a name, a contact, a birth or a note. */
export const importTargets = [
  'name',
  'lastName',
  'contact',
  'email',
  'born',
  'sex',
  'guardian',
  'note',
  'date',
  'time',
  'end',
  'minutes',
  'service',
  'resource',
  'price',
  'paid',
  'due',
  'method',
  'status',
] as const;
export const ImportTarget = z.enum(importTargets);
export type ImportTarget = z.infer<typeof ImportTarget>;

const ofPeople: readonly ImportTarget[] = ['name', 'lastName', 'contact', 'email', 'born', 'sex', 'guardian'];

/** The meanings that a column may have, in the order of their choice. A note is of a booking: people have none. */
export const targetsByKind: Record<ImportKind, readonly ImportTarget[]> = {
  people: ofPeople,
  bookings: importTargets,
};

/** Meanings that several columns may have: they are joined, and of an age and a date of birth the date counts. */
export const joinedTargets: ReadonlySet<ImportTarget> = new Set(['name', 'contact', 'born', 'note']);

/** Whether the day or the month stands first in the dates of a column: `3/4/26` is 3 April, or 4 March. */
const DateOrder = z.enum(['day', 'month']);
export type DateOrder = z.infer<typeof DateOrder>;

/** The use of a column. */
export const ColumnUse = z.strictObject({
  /** Null for a column that is left out. */
  target: ImportTarget.nullable(),
  order: DateOrder,
});
export type ColumnUse = z.infer<typeof ColumnUse>;

/** A column of a file as it was recognised. */
export const RecognisedColumn = z.strictObject({
  /** The head; empty where the column has none. */
  head: z.string(),
  /** Up to three of its values. */
  samples: z.array(z.string()),
  ...ColumnUse.shape,
  /** The meanings between which a person chooses; left out where it is clear. */
  choices: z.array(ImportTarget).optional(),
  /** Present where each of its dates could be read with the day or with the month first. */
  asksOrder: z.literal(true).optional(),
});
export type RecognisedColumn = z.infer<typeof RecognisedColumn>;

/** The columns and rows of a file, before anything of it is kept. */
export const RecognisedFile = z.strictObject({
  /** The line of the heads, above the first row; 0 where there are none. */
  headLine: z.int().min(0),
  /** The rows below the heads, without empty ones. */
  rows: z.int().min(0),
  columns: z.array(RecognisedColumn),
  /** Present where the choices are those of the last file with the same heads. */
  isRemembered: z.literal(true).optional(),
});
export type RecognisedFile = z.infer<typeof RecognisedFile>;

/** The meanings without which no row can be brought in. */
export function getMissing(kind: ImportKind, uses: readonly ColumnUse[]): ImportTarget[] {
  const has = (target: ImportTarget) => uses.some((use) => use.target === target);
  const needed: ImportTarget[] = kind === 'people' ? ['name'] : ['name', 'date', 'time'];
  const missing = needed.filter((target) => !has(target) && !(target === 'time' && has('date')));
  return has('contact') || has('email') ? missing : [...missing, 'contact'];
}

/** Writes what is made of columns as a short text: `name,contact,-,born/month`. */
export function writeUses(uses: readonly ColumnUse[]): string {
  return uses
    .map(({ target, order }) => (target ?? '-') + (order === 'month' && target !== null ? '/month' : ''))
    .join(',');
}

/** Reads the text of `writeUses`; undefined where it is none. */
export function readUses(text: string): ColumnUse[] | undefined {
  const uses = text.split(',').map((part) => {
    const [target, order = 'day'] = part.split('/');
    return ColumnUse.safeParse({ target: target === '-' ? null : target, order });
  });
  return uses.every((use) => use.success) ? uses.map(({ data }) => data) : undefined;
}
