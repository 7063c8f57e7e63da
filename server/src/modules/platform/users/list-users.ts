import type { QueryOf, ReplyOf } from '@samay/contract/core/endpoint';
import type { listPlatformUsers as endpoint } from '@samay/contract/platform/users';
import { asPlatform } from '../../../db/tenant.ts';
import type { SessionContext } from '../../../context/request-context.ts';
import { pageOf, readCursor } from '../../../http/cursor.ts';
import { reasonFor } from '../../audit/index.ts';
import { auditPlatform } from '../access/audit-platform.ts';
import { presentUser } from './present-user.ts';
import { listUserRows } from './user-queries.ts';

type Endpoint = typeof endpoint;

/**
 * A page of everybody on the platform; the access is audited. The people of a chosen business are
 * listed with their names, once the caller has given a reason, which is written to its log. Those
 * of other businesses are masked, and only a whole address finds them.
 */
export async function listPlatformUsers(
  context: SessionContext,
  { query }: { query: QueryOf<Endpoint> },
): Promise<ReplyOf<Endpoint>> {
  const { search, role, business, status, cursor, limit } = query;
  const place = readCursor(cursor);
  return asPlatform(context.dependencies, async (tx) => {
    const reason = business ? await reasonFor(tx, context, business) : undefined;
    const found = await listUserRows(tx, {
      search,
      role,
      business,
      status,
      place,
      limit: limit + 1,
      now: context.now,
    });
    const page = pageOf(found, limit, (row) =>
      presentUser(row, { caller: context.caller, hasReason: business !== undefined }),
    );
    const detail = {
      role,
      status,
      searched: Boolean(search),
      shown: page.items.length,
      ...(reason && { reason }),
    };
    await auditPlatform(tx, context, {
      action: 'platform.users_listed',
      tenantId: business ?? null,
      object: business ?? 'users',
      detail,
    });
    return page;
  });
}
