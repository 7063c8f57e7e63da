import { sql, type Insertable } from 'kysely';
import type { Database } from '../../../db/database.ts';
import type { Schema } from '../../../db/schema.ts';
import { statement } from '../../../db/statement.ts';
import { findSession, needsSecondFactor } from '../../identity/index.ts';
import type { TenantId, Tx } from '../../../db/tenant.ts';

/**
 * Finds the session with its business; undefined where it has ended or has not proven its second
 * factor.
 */
export async function findLinkSession(database: Database, sessionId: string, now: Date) {
  const row = await findSession(database, sessionId, now);
  // The business comes from the session's own rows, as in every request.
  return row && !needsSecondFactor(row) ? row : undefined;
}

/** Finds a booking's current file; undefined for one that was replaced. */
export async function findFile(tx: Tx, tenantId: TenantId, id: string) {
  return tx
    .selectFrom('files')
    .innerJoin('appointments', (join) =>
      join
        .onRef('appointments.tenant_id', '=', 'files.tenant_id')
        .onRef('appointments.prescription_id', '=', 'files.id'),
    )
    .select(['files.display_name', 'files.media_type', 'files.bytes', 'files.appointment_id'])
    .where('files.tenant_id', '=', tenantId)
    .where('files.id', '=', id)
    .executeTakeFirst();
}

/**
 * Sums the bytes that the business stores without the files of one booking. Takes a lock, so that
 * concurrent uploads are counted one by one.
 */
export async function sumOtherFileBytes(tx: Tx, tenantId: TenantId, appointmentId: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`files ${tenantId}`}, 0))`.execute(tx);
  const { bytes } = await tx
    .selectFrom('files')
    .select(sql<string>`coalesce(sum(bytes), 0)`.as('bytes'))
    .where('tenant_id', '=', tenantId)
    .where('appointment_id', '<>', appointmentId)
    .executeTakeFirstOrThrow();
  return Number(bytes);
}

export async function insertFile(tx: Tx, values: Insertable<Schema['files']>): Promise<void> {
  await tx.insertInto('files').values(values).execute();
}

/** Deletes the row of a file that no booking has any more. */
export const deleteFile = statement<{ id: string }, object>((db, { tenantId, id }) =>
  db.deleteFrom('files').where('tenant_id', '=', tenantId).where('id', '=', id),
);

/** Deletes the rows that no booking points to. */
export async function deleteReplacedFiles(tx: Tx): Promise<number> {
  const { numDeletedRows } = await tx
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
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Returns the ids that have a row, over all businesses. */
export async function idsWithRow(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('files')
    .select('id')
    .where('id', '=', sql<string>`any(${[...ids]})`)
    .execute();
  return new Set(rows.map((row) => row.id));
}

/** Lists the next files of all businesses that bookings have, in the order of their ids. */
export async function listContents(tx: Tx, after: string | undefined) {
  let contents = tx
    .selectFrom('files')
    .innerJoin('appointments', (join) =>
      join
        .onRef('appointments.tenant_id', '=', 'files.tenant_id')
        .onRef('appointments.prescription_id', '=', 'files.id'),
    )
    .select(['files.tenant_id', 'files.id', 'files.sha256']);
  if (after !== undefined) contents = contents.where('files.id', '>', after);
  return contents.orderBy('files.id').limit(500).execute();
}
