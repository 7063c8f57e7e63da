import type { ImportKind } from '@samay/contract/imports/rows';
import type { WordKind, WordUse } from '@samay/contract/imports/words';
import { mostImportWords } from '@samay/contract/imports/words';
import { sql } from 'kysely';
import { statement } from '../../../db/statement.ts';

/** The uses of words by their kind and their folded text. */
export type StoredChoices = Readonly<Record<WordKind, Readonly<Record<string, WordUse>>>>;

/** The most frequent words of a file, and how many different ones its column has. */
export type StoredWords = Readonly<
  Record<WordKind, { readonly total: number; readonly words: readonly { word: string; rows: number }[] }>
>;

export interface WordsRow {
  readonly kind: ImportKind;
  readonly added_at: Date;
  /** Null before the rows were checked, and once they are deleted; also of a file that an earlier release has checked. */
  readonly words: StoredWords | null;
  readonly choices: Partial<StoredChoices> | null;
}

/** Reads the words of a file and what was chosen for them. */
export const readWords = statement<{ id: string }, WordsRow>(
  (_, { tenantId, id }) => sql<WordsRow>`select kind, added_at, words, choices from imports
    where tenant_id = ${tenantId} and id = ${id}::uuid`,
);

/** The most different spellings that are compared: further ones are counted only. */
const mostSpellings = 1_000;

/**
 * Notes the most frequent words of a kind in a file, the spellings of one word together, where they are not noted
 * yet. It reads all rows of the file: in the transaction of a job, which has a minute for it.
 */
export const noteWords = statement<{ id: string }, object, { kind: WordKind }>(
  (
    _,
    { tenantId, id },
    { kind },
  ) => sql`update imports set words = coalesce(words, '{}') || jsonb_build_object(${sql.lit(kind)}, (
    select jsonb_build_object('total', coalesce(max(folded.total), 0), 'words',
        coalesce(jsonb_agg(jsonb_build_object('word', folded.word, 'rows', folded.rows) order by folded.place)
          filter (where folded.place <= ${sql.lit(mostImportWords)}), '[]'))
    from (
      select (array_agg(spelt.word order by spelt.rows desc, spelt.word))[1] as word, sum(spelt.rows)::int as rows,
        max(spelt.total) - sum(count(*) - 1) over () as total,
        row_number() over (order by sum(spelt.rows) desc, fold_name(spelt.word)) as place
      from (
        select own.content ->> ${sql.lit(kind)} as word, count(*) as rows, count(*) over () as total
        from import_rows as own
        where own.tenant_id = ${tenantId}::uuid and own.import_id = ${id}::uuid
          and own.content ->> ${sql.lit(kind)} is not null
        group by 1 order by 2 desc, 1 limit ${sql.lit(mostSpellings)}
      ) as spelt
      group by fold_name(spelt.word)
    ) as folded))
    where tenant_id = ${tenantId} and id = ${id}::uuid and kind = 'bookings' and words -> ${sql.lit(kind)} is null`,
);

/** Saves what was chosen, and lets the rows be checked again. */
export const saveChoices = statement<{ id: string; choices: string }, object>(
  (_, { tenantId, id, choices }) => sql`update imports
    set choices = ${choices}::jsonb, state = 'checking', line = 0, handled = 0, counts = null, lease_until = null
    where tenant_id = ${tenantId} and id = ${id}::uuid`,
);

/** Saves the ids of what was added for words. */
export const saveAdded = statement<{ id: string; choices: string }, object>(
  (_, { tenantId, id, choices }) => sql`update imports set choices = ${choices}::jsonb
    where tenant_id = ${tenantId} and id = ${id}::uuid`,
);
