import type { TenantLine } from '@samay/contract/platform/tenants';
import { asPlatform } from '../../../db/tenant.ts';
import type { SessionContext } from '../../../context/request-context.ts';
import { orNotFound } from '../../../core/app-error.ts';
import { fetchTenant } from './fetch-tenant.ts';
import { note } from '../access/audit-platform.ts';
import { lockTenant, updateTenant } from './tenant-queries.ts';

/** Takes a deletion back; its people sign in again and find everything as it was. One that is not deleted stays as it is. */
export async function restoreTenant(context: SessionContext, { params: { id } }: { params: { id: string } }): Promise<TenantLine> {
  return asPlatform(context.dependencies, async (tx) => {
    orNotFound(await lockTenant(tx, id));
    await updateTenant(tx, id, { deleted_at: null });
    await note(tx, context, { action: 'tenant.restored', tenantId: id, object: id });
    return fetchTenant(tx, id);
  });
}
