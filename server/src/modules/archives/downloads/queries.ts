import { sql } from 'kysely';
import { insertRow, statement } from '../../../db/statement.ts';

/** An archive as owners see it. */
export interface ArchiveRow {
  readonly id: string;
  readonly state: 'waiting' | 'ready' | 'failed' | 'gone';
  readonly asked_at: Date;
  readonly asked_by: string;
  readonly name: string | null;
  readonly done: number;
  readonly total: number;
  readonly bytes: string | null;
  readonly expires_at: Date | null;
  readonly downloaded_at: Date | null;
}

/** Reads the last archive of the business, with the name of the colleague who asked. */
export const readLatest = statement<object, ArchiveRow>(
  (_, { tenantId }) => sql<ArchiveRow>`
    select archives.id, state, asked_at, asked_by, coalesce(nullif(full_name, ''), email) as name, done, total,
      bytes::text as bytes, expires_at, downloaded_at
    from archives left join users on users.id = archives.asked_by
    where archives.tenant_id = ${tenantId} order by asked_at desc, state = 'waiting' desc limit 1`,
);

/** Counts the archives that the business asked for since an instant, and those that wait. */
export const countAsked = statement<{ since: Date }, { asked: number; waiting: number }>(
  (_, { tenantId, since }) => sql<{ asked: number; waiting: number }>`
    select (count(*) filter (where asked_at > ${since} and state <> 'failed'))::int as asked,
      (count(*) filter (where state = 'waiting'))::int as waiting
    from archives where tenant_id = ${tenantId}`,
);

export function insertArchive(row: { tenant_id: string; id: string; asked_by: string; asked_at: Date }) {
  return insertRow('archives', row);
}

/** An archive as it is sent. */
export interface SentArchive {
  readonly state: ArchiveRow['state'];
  readonly asked_by: string;
  readonly content_id: string | null;
  readonly encrypted_key: Buffer | null;
  readonly bytes: string | null;
  readonly expires_at: Date | null;
  readonly ready_at: Date | null;
}

export const readArchive = statement<{ id: string }, SentArchive>(
  (_, { tenantId, id }) => sql<SentArchive>`
    select state, asked_by, content_id, encrypted_key, bytes::text as bytes, expires_at, ready_at
    from archives where tenant_id = ${tenantId} and id = ${id}`,
);
