import { sql } from 'kysely';
import { statement } from '../../../db/statement.ts';

export { newestMigration } from '../../../db/migrate/pending-migrations.ts';

interface ArchiveId {
  readonly tenant_id: string;
  readonly id: string;
}

/** Lists the archives of all businesses that wait for a server, the oldest first. */
export const listWaiting = statement<{ now: Date }, ArchiveId>((db, { now }) =>
  db
    .selectFrom('archives')
    .innerJoin('tenants', 'tenants.id', 'archives.tenant_id')
    .select(['archives.tenant_id', 'archives.id'])
    .where('archives.state', '=', 'waiting')
    .where('tenants.deleted_at', 'is', null)
    .where((row) => row.or([row('lease_until', 'is', null), row('lease_until', '<=', now)]))
    .orderBy('asked_at')
    .limit(10),
);

/** Leases an archive that still waits, and counts the try. */
export const leaseArchive = statement<
  { id: string; now: Date; leaseUntil: Date },
  { attempts: number; asked_by: string }
>((db, { tenantId, id, now, leaseUntil }) =>
  db
    .updateTable('archives')
    .set((row) => ({ lease_until: leaseUntil, attempts: row('attempts', '+', 1), done: 0, total: 0 }))
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .where((row) => row.or([row('lease_until', 'is', null), row('lease_until', '<=', now)]))
    .returning(['attempts', 'asked_by']),
);

/** An archive in the try that made a server its maker: a later try belongs to another. */
export interface Attempt {
  readonly id: string;
  readonly attempts: number;
}

/** Notes how far a try is, and extends its lease; no row where another server has begun. */
export const noteProgress = statement<
  Attempt & { done: number; total: number; leaseUntil: Date },
  { id: string }
>((db, { tenantId, id, attempts, done, total, leaseUntil }) =>
  db
    .updateTable('archives')
    .set({ done, total, lease_until: leaseUntil })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('state', '=', 'waiting')
    .returning('id'),
);

/** Marks an archive as ready; no row where another server has begun, or has made it. */
export const markReady = statement<
  Attempt & { contentId: string; bytes: number; encryptedKey: Buffer; now: Date; expiresAt: Date },
  { asked_by: string }
>((db, { tenantId, id, attempts, contentId, bytes, encryptedKey, now, expiresAt }) =>
  db
    .updateTable('archives')
    .set((row) => ({
      state: 'ready',
      content_id: contentId,
      bytes,
      encrypted_key: encryptedKey,
      ready_at: now,
      expires_at: expiresAt,
      lease_until: null,
      done: row.ref('total'),
    }))
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('state', '=', 'waiting')
    .returning('asked_by'),
);

/** Ends a try: the archive waits until an instant, or has failed for good. */
export const endAttempt = statement<Attempt & { state: 'waiting' | 'failed'; until: Date | null }, object>(
  (db, { tenantId, id, attempts, state, until }) =>
    db
      .updateTable('archives')
      .set({ state, lease_until: until })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id)
      .where('attempts', '=', attempts)
      .where('state', '=', 'waiting'),
);

/** Lists the ready archives of all businesses whose day is over. */
export const listExpired = statement<{ now: Date }, ArchiveId>((db, { now }) =>
  db
    .selectFrom('archives')
    .select(['tenant_id', 'id'])
    .where('state', '=', 'ready')
    .where('expires_at', '<=', now)
    .limit(100),
);

/** Deletes what is known of archives that were asked for before an instant and are over. */
export const deleteOld = statement<{ before: Date }, object>((db, { before }) =>
  db.deleteFrom('archives').where('state', 'in', ['gone', 'failed']).where('asked_at', '<', before),
);

/** Reads the address of the owner who asked; none where the account is deleted. */
export const readAddress = statement<{ userId: string }, { email: string; isTurf: boolean }>(
  (_, { tenantId, userId }) => sql<{ email: string; isTurf: boolean }>`
    select email, exists (select from business_profiles
      where tenant_id = ${tenantId} and business_type = 'turf') as "isTurf"
    from users where id = ${userId} and deleted_at is null`,
);
