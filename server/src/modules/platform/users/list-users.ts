import type { QueryOf, ReplyOf } from '@samay/contract/core/endpoint';
import type { listPlatformUsers as endpoint } from '@samay/contract/platform/users';
import { asPlatform } from '../../../db/tenant.ts';
import type { SessionContext } from '../../../context/request-context.ts';
import { pageOf, readCursor } from '../../../http/cursor.ts';
import { reasonFor } from '../../audit/index.ts';
import { note } from '../access/audit-platform.ts';
import { presentUser } from './present-user.ts';
import { listUserRows } from './user-queries.ts';

type Endpoint = typeof endpoint;

/**
 * A page of everybody on the platform; that it was read is noted. The people of a chosen business come with their names, once the caller has
 * said why, which stands in its log; those of others come masked, and are found by a whole address alone.
 */
export async function listPlatformUsers(context: SessionContext, { query }: { query: QueryOf<Endpoint> }): Promise<ReplyOf<Endpoint>> {
  const { search, role, business, status, cursor, limit } = query;
  const place = readCursor(cursor);
  return asPlatform(context.dependencies, async (tx) => {
    const reason = business ? await reasonFor(tx, context, business) : undefined;
    const found = await listUserRows(tx, { search, role, business, status, place, limit: limit + 1, now: context.now });
    const page = pageOf(found, limit, (row) => presentUser(row, { caller: context.caller, hasReason: business !== undefined }));
    const detail = { role, status, searched: Boolean(search), shown: page.items.length, ...(reason && { reason }) };
    await note(tx, context, { action: 'platform.users_listed', tenantId: business ?? null, object: business ?? 'users', detail });
    return page;
  });
}
