import type { ImportKind } from '@samay/contract/imports/rows';
import { sql } from 'kysely';
import { statement } from '../../../db/statement.ts';

interface NewImport {
  readonly id: string;
  readonly kind: ImportKind;
  readonly fileName: string;
  /** A JSON list of texts. */
  readonly heads: string;
  readonly by: string;
  readonly now: Date;
}

export const insertImport = statement<NewImport, object>(
  (_, { tenantId, id, kind, fileName, heads, by, now }) => sql`insert into imports
      (tenant_id, id, kind, file_name, heads, added_by, added_at)
    values (${tenantId}, ${id}, ${kind}, ${fileName}, ${heads}::jsonb, ${by}, ${now})`,
);

/**
 * Inserts rows of a file, with the identity of their person as `patients` has it. A line that is stored
 * already stays as it is, so that a chunk may be sent twice.
 */
export const insertImportRows = statement<{ id: string; rows: string }, object>(
  (_, { tenantId, id, rows }) => sql`insert into import_rows
      (tenant_id, import_id, line, cells, content, problems, person_key, folded_name, outcome, new_id)
    select ${tenantId}::uuid, ${id}::uuid, given.line, given.cells, given.content, given.problems,
      person_key(given.email, given.contact), fold_name(given.name),
      case when given.problems <> '[]' then 'refused' end, given.new_id
    from jsonb_to_recordset(${rows}::jsonb) as given
      (line int, cells jsonb, content jsonb, problems jsonb, name text, email text, contact text, new_id uuid)
    on conflict (tenant_id, import_id, line) do nothing`,
);

/**
 * Lets the check of a file begin, all of whose rows are stored, with the words that were chosen for the last
 * one; no row where it has begun.
 */
export const endReading = statement<{ id: string }, { id: string }>(
  (_, { tenantId, id }) => sql<{ id: string }>`update imports set state = 'checking', total = (
      select count(*) from import_rows where import_rows.tenant_id = ${tenantId} and import_id = ${id}::uuid),
      choices = case when kind = 'bookings' then (
        select latest.choices from imports as latest where latest.tenant_id = ${tenantId}::uuid
          and latest.kind = 'bookings' and latest.choices is not null order by latest.added_at desc limit 1) end
    where tenant_id = ${tenantId} and id = ${id} and state = 'reading' returning id`,
);

/** Notes why a file could not be read. */
export const failReading = statement<{ id: string; failure: string }, object>(
  (_, { tenantId, id, failure }) => sql`update imports set state = 'failed', failure = ${failure}
    where tenant_id = ${tenantId} and id = ${id} and state = 'reading'`,
);

/** Notes that the readings of all businesses that began before an instant are lost. */
export const failLostReadings = statement<{ before: Date; failure: string }, object>(
  (_, { before, failure }) => sql`update imports set state = 'failed', failure = ${failure}
    where state = 'reading' and added_at < ${before}`,
);
