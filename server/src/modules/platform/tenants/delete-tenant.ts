import type { TenantLine } from '@samay/contract/platform/tenants';
import { asPlatform } from '../../../db/tenant.ts';
import type { SessionContext } from '../../../context/request-context.ts';
import { assertThat } from '../../../core/app-error.ts';
import { endAllSessions } from '../../identity/index.ts';
import { fetchTenant, holdTenant } from './fetch-tenant.ts';
import { note } from '../access/audit-platform.ts';
import { listMembers, updateTenant } from './tenant-queries.ts';

interface Input {
  readonly params: { id: string };
  readonly body: { name: string };
}

/** Hides a business and signs its people out at once; it is erased after 30 days. Its name, typed, is the confirmation. */
export async function deleteTenant(context: SessionContext, { params: { id }, body }: Input): Promise<TenantLine> {
  return asPlatform(context.dependencies, async (tx) => {
    const { name } = await holdTenant(tx, id);
    assertThat(body.name.trim() === name.trim(), 'tenant.name_mismatch');
    await updateTenant(tx, id, { deleted_at: context.now });
    for (const person of await listMembers(tx, id)) await endAllSessions(tx, context, person.id, 'deleted');
    await note(tx, context, { action: 'tenant.deleted', tenantId: id, object: id });
    return fetchTenant(tx, id);
  });
}
