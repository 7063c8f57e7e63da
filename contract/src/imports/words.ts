import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { Id, line } from '../core/text.ts';
import { Import } from './imports.ts';

/** The most different words of a column that are listed, the most frequent ones first. */
export const mostImportWords = 200;

/** The most different words for doctors or courts that are asked for: a column with more has something else. */
export const mostWordsForResources = 1_000;

/** The columns of a file of bookings whose words name rows of the business. */
export const wordKinds = ['service', 'resource'] as const;
export const WordKind = z.enum(wordKinds);
export type WordKind = z.infer<typeof WordKind>;

/**
 * The use of a word that names no service, doctor or court of the business: an existing one, a new one
 * of this name, none (the rows are refused), or the word as it is written.
 */
export const WordUse = z.strictObject({
  use: z.enum(['existing', 'added', 'left_out', 'as_written']),
  /** The existing one. */
  id: Id.optional(),
});
export type WordUse = z.infer<typeof WordUse>;

const ImportWord = z.strictObject({
  kind: WordKind,
  word: z.string(),
  /** The number of rows that have it. */
  rows: z.int(),
  /** The use that was chosen for it, for this file or an earlier one; null where it is asked. */
  chosen: WordUse.nullable(),
  /** The service, doctor or court that it probably names. */
  suggested: Id.nullable(),
  /** Whether one of this name can be added. */
  mayBeAdded: z.boolean(),
});
export type ImportWord = z.infer<typeof ImportWord>;

const Named = z.strictObject({ id: Id, name: z.string() });

/** The words of a file of bookings that name nothing of the business. */
export const ImportWords = z.strictObject({
  /** True of a file that 1.3.0 has checked: another check finds its words. */
  needsCheck: z.boolean(),
  words: z.array(ImportWord),
  /** The number of different words of a column beyond those that are looked at. */
  further: z.strictObject({ service: z.int(), resource: z.int() }),
  services: z.array(Named),
  resources: z.array(Named),
});
export type ImportWords = z.infer<typeof ImportWords>;

const params = z.strictObject({ id: Id });

export const getImportWords = endpoint({
  method: 'GET',
  path: '/api/imports/:id/words',
  access: 'settings.write',
  summary:
    'The words of a checked file of bookings that name no service, doctor or court of the business, with what ' +
    'they probably name.',
  params,
  reply: ImportWords,
});

export const chooseImportWords = endpoint({
  method: 'PUT',
  path: '/api/imports/:id/words',
  access: 'settings.write',
  summary:
    'Choose what such words name, or none. The rows are checked again with it, and the next file has it too. A service, ' +
    'doctor or court is added when the import is started.',
  params,
  body: z.strictObject({
    words: z
      .array(z.strictObject({ kind: WordKind, word: line(120), chosen: WordUse }))
      .max(2 * mostImportWords),
  }),
  reply: Import,
});
