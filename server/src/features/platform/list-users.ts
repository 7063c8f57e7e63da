import type { QueryOf, ReplyOf } from '@samay/contract/endpoint';
import type { listPlatformUsers as endpoint } from '@samay/contract/platform-users';
import { asPlatform } from '../../db/tenant.ts';
import type { SessionContext } from '../../http/context.ts';
import { pageOf, readCursor } from '../../http/cursor.ts';
import { note } from './note.ts';
import { presentUser } from './present-user.ts';
import { listUserRows } from './user-queries.ts';

type Endpoint = typeof endpoint;

/** A page of everybody on the platform; that it was read is noted, in the log of the business where one was chosen. */
export async function listPlatformUsers(context: SessionContext, { query }: { query: QueryOf<Endpoint> }): Promise<ReplyOf<Endpoint>> {
  const { search, role, business, status, cursor, limit } = query;
  const place = readCursor(cursor);
  return asPlatform(context.parts, async (tx) => {
    const found = await listUserRows(tx, { search, role, business, status, place, limit: limit + 1, now: context.now });
    const page = pageOf(found, limit, (row) => presentUser(row, context.caller));
    const detail = { role, status, searched: Boolean(search), shown: page.items.length };
    await note(tx, context, { action: 'platform.users_listed', tenantId: business ?? null, object: business ?? 'users', detail });
    return page;
  });
}
