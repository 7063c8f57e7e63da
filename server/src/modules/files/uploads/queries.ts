import { type Insertable, type Selectable, sql } from 'kysely';
import type { Database } from '../../../db/database.ts';
import type { Schema } from '../../../db/schema.ts';
import { insertRow, type QueryBuilder, statement } from '../../../db/statement.ts';
import { findSession, needsSecondFactor } from '../../identity/index.ts';

/**
 * Finds the session with its business; undefined where it has ended or has not proven its second
 * factor.
 */
export async function findLinkSession(database: Database, sessionId: string, now: Date) {
  const row = await findSession(database, sessionId, now);
  // The business comes from the session's own rows, as in every request.
  return row && !needsSecondFactor(row) ? row : undefined;
}

/** Selects the files that bookings have now, not those that were replaced. */
function currentFiles(db: QueryBuilder) {
  return db
    .selectFrom('files')
    .innerJoin('appointments', (join) =>
      join
        .onRef('appointments.tenant_id', '=', 'files.tenant_id')
        .onRef('appointments.prescription_id', '=', 'files.id'),
    );
}

type FileRow = Selectable<Schema['files']>;

/** Reads a booking's current file; no row for one that was replaced. */
export const readFile = statement<
  { id: string },
  Pick<FileRow, 'display_name' | 'media_type' | 'bytes' | 'appointment_id'>
>((db, { tenantId, id }) =>
  currentFiles(db)
    .select(['files.display_name', 'files.media_type', 'files.bytes', 'files.appointment_id'])
    .where('files.tenant_id', '=', tenantId)
    .where('files.id', '=', id),
);

/** Sums the bytes that the business stores without the files of one booking. */
export const sumOtherBytes = statement<{ appointmentId: string }, { bytes: string }>(
  (db, { tenantId, appointmentId }) =>
    db
      .selectFrom('files')
      .select(sql<string>`coalesce(sum(bytes), 0)`.as('bytes'))
      .where('tenant_id', '=', tenantId)
      .where('appointment_id', '<>', appointmentId),
);

export function insertFile(file: Insertable<Schema['files']>) {
  return insertRow('files', file);
}

/** Deletes the row of a file that no booking has any more. */
export const deleteFile = statement<{ id: string }, object>((db, { tenantId, id }) =>
  db.deleteFrom('files').where('tenant_id', '=', tenantId).where('id', '=', id),
);

/** Deletes the rows that no booking points to. */
export const deleteReplacedFiles = statement<object, object>((db) =>
  db
    .deleteFrom('files')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('appointments')
            .select('appointments.id')
            .whereRef('appointments.tenant_id', '=', 'files.tenant_id')
            .whereRef('appointments.id', '=', 'files.appointment_id')
            .whereRef('appointments.prescription_id', '=', 'files.id'),
        ),
      ),
    ),
);

/** Reads the ids that have a row, over all businesses: files of bookings, and contents of archives. */
export const readKnownIds = statement<{ ids: readonly string[] }, { id: string }>(
  (_, { ids }) => sql<{ id: string }>`select id from files where id = any(${ids}::uuid[])
    union all select content_id from archives where content_id = any(${ids}::uuid[])`,
);

/** Lists the next files of all businesses that bookings have, in the order of their ids. */
export const readContents = statement<{ after: string }, Pick<FileRow, 'tenant_id' | 'id' | 'sha256'>>(
  (db, { after }) =>
    currentFiles(db)
      .select(['files.tenant_id', 'files.id', 'files.sha256'])
      .where('files.id', '>', after)
      .orderBy('files.id')
      .limit(500),
);
