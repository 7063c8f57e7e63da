import { sql } from 'kysely';
import { statement } from '../../../db/statement.ts';

/** Marks a ready archive as removed, and returns the name of its content; no row where it is not ready any more. */
export const markGone = statement<{ id: string; downloadedAt: Date | null }, { content_id: string }>(
  (_, { tenantId, id, downloadedAt }) => sql<{ content_id: string }>`
    with ready as (
      select content_id from archives where tenant_id = ${tenantId} and id = ${id} and state = 'ready' for update
    ), marked as (
      update archives set state = 'gone', content_id = null, encrypted_key = null, downloaded_at = ${downloadedAt}
        from ready where archives.tenant_id = ${tenantId} and archives.id = ${id}
        returning ready.content_id
    )
    select content_id from marked`,
);
