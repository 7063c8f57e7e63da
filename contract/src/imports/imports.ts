import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { Id } from '../core/text.ts';
import { Instant } from '../core/time.ts';
import { ImportKind, RowOutcome, RowProblem } from './rows.ts';

/** The days for which an import may be undone. */
export const importUndoDays = 7;

/** The stages of an import, in their order; `failed` follows from `reading`. */
export const ImportState = z.enum([
  'reading',
  'checking',
  'ready',
  'running',
  'done',
  'undoing',
  'undone',
  'failed',
]);
export type ImportState = z.infer<typeof ImportState>;

/** The number of rows by outcome. */
const ImportCounts = z.strictObject({
  new: z.int(),
  same: z.int(),
  household: z.int(),
  changed: z.int(),
  refused: z.int(),
});
export type ImportCounts = z.infer<typeof ImportCounts>;

/** A file of people or bookings that an owner brings in. */
export const Import = z.strictObject({
  id: Id,
  kind: ImportKind,
  fileName: z.string(),
  /** The heads of the file's columns. */
  heads: z.array(z.string()),
  addedAt: Instant,
  /** The owner who added the file; null where that colleague has left. */
  addedBy: z.string().nullable(),
  state: ImportState,
  /** Why it failed; null where it did not. */
  failure: z.string().nullable(),
  /** The share of its rows that the state has handled, in percent. */
  percent: z.int().min(0).max(100),
  /** The number of the file's rows. */
  total: z.int(),
  /** Null until each row has its outcome. */
  counts: ImportCounts.nullable(),
  doneAt: Instant.nullable(),
  /** Until when it may be undone; null where it may not. */
  undoUntil: Instant.nullable(),
  /** The number of rows that its undo took away, and that stayed; null before an undo. */
  undone: z.strictObject({ removed: z.int(), stayed: z.int() }).nullable(),
});
export type Import = z.infer<typeof Import>;

/** Why a row's person or booking stayed when its import was undone. */
export const StayedBecause = z.enum(['booked', 'paid', 'merged', 'changed', 'locked', 'in_use']);
export type StayedBecause = z.infer<typeof StayedBecause>;

/** A row of the file with its outcome. */
export const ImportRow = z.strictObject({
  /** The line of the file, counted from 1. */
  line: z.int(),
  cells: z.array(z.string()),
  /** Null until it is known. */
  outcome: RowOutcome.nullable(),
  problems: z.array(RowProblem),
  /** The person that it became or was found to be. */
  personId: Id.nullable(),
  /** The booking that it became or was found to be. */
  bookingId: Id.nullable(),
  stayedBecause: StayedBecause.nullable(),
});
export type ImportRow = z.infer<typeof ImportRow>;

const params = z.strictObject({ id: Id });

export const listImports = endpoint({
  method: 'GET',
  path: '/api/imports',
  access: 'settings.write',
  summary: 'The latest 20 files of people or bookings that were brought in, newest first.',
  reply: z.strictObject({ items: z.array(Import) }),
});

export const getImport = endpoint({
  method: 'GET',
  path: '/api/imports/:id',
  access: 'settings.write',
  summary: 'One file that is brought in, with how far it is and its rows by outcome.',
  params,
  reply: Import,
});

export const listImportRows = endpoint({
  method: 'GET',
  path: '/api/imports/:id/rows',
  access: 'settings.write',
  summary: 'The rows of a file by their lines, of all outcomes or of one, or those that its undo left.',
  params,
  query: z.strictObject({
    outcome: RowOutcome.optional(),
    /** Only rows whose person or booking stayed when the import was undone. */
    stayed: z.literal('yes').optional(),
    cursor: z.string().max(300).optional(),
    limit: z.coerce.number().int().min(1).max(500).default(100),
  }),
  reply: z.strictObject({ items: z.array(ImportRow), next: z.string().nullable() }),
});

export const startImport = endpoint({
  method: 'POST',
  path: '/api/imports/:id/run',
  access: 'settings.write',
  summary: 'Bring in the rows of a file that was checked. It is done in the background.',
  params,
  query: z.strictObject({
    /** Whether people are reminded of the bookings to come that it brings in; left out: they are not. */
    reminders: z.literal('yes').optional(),
  }),
  reply: Import,
  status: 201,
});

export const undoImport = endpoint({
  method: 'DELETE',
  path: '/api/imports/:id/run',
  access: 'settings.write',
  assurance: 'aal2-when-enrolled',
  summary:
    'Take back what an import of the last 7 days added and nobody has added to since. ' +
    'It is done in the background.',
  params,
  reply: Import,
});
