import type { TenantLine, TenantStatus } from '@samay/contract/platform/tenants';
import { asPlatform } from '../../../db/tenant.ts';
import type { SessionContext } from '../../../context/request-context.ts';
import { reasonFor } from '../../audit/index.ts';
import { fetchTenant, holdTenant } from './fetch-tenant.ts';
import { note } from '../access/audit-platform.ts';
import { updateTenant } from './tenant-queries.ts';

interface Input {
  readonly params: { id: string };
  readonly body: { status: TenantStatus };
}

/** Active, pending or suspended: it counts from the next request of the business's people on. @throws `platform.reason_needed`. */
export async function changeTenantStatus(context: SessionContext, { params: { id }, body: { status } }: Input): Promise<TenantLine> {
  return asPlatform(context.dependencies, async (tx) => {
    const { status: was } = await holdTenant(tx, id);
    const reason = await reasonFor(tx, context, id);
    await updateTenant(tx, id, { status });
    await note(tx, context, { action: 'tenant.status_changed', tenantId: id, object: id, detail: { was, becomes: status, reason } });
    return fetchTenant(tx, id);
  });
}
