import type { TenantId } from '../db/tenant.ts';

/**
 * Creates the id of a business to which work may be confined. The id must come from the caller's
 * session, from a row that platform work has read, or from a payload that the server wrote itself;
 * never from a request. Each file that calls this is listed with its source in
 * scripts/checks/platform-access.mjs. A source rule refuses a cast to `TenantId` anywhere else.
 */
export function tenantIdOf(id: string): TenantId {
  return id as TenantId;
}
