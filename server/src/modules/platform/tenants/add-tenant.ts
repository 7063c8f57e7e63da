import type { NewTenant, TenantLine } from '@samay/contract/platform/tenants';
import { asPlatform } from '../../../db/tenant.ts';
import type { SessionContext } from '../../../context/request-context.ts';
import { assertThat } from '../../../core/app-error.ts';
import { emailKey, ensurePerson } from '../../identity/index.ts';
import { inviteLater, createTenant } from '../../tenancy/index.ts';
import { auditPlatform } from '../access/audit-platform.ts';
import { fetchTenant } from './present-tenant.ts';
import { checkAddress } from './tenant-queries.ts';

/**
 * Creates a pending business with its subscription and invites its owner, whose first sign-in
 * activates it (decisions, "People"). The owner's name is stored with their address until then.
 * Throws `tenant.email_taken`, `tenant.owner_elsewhere` and `tenant.owner_is_admin`.
 */
export async function addTenant(context: SessionContext, { body }: { body: NewTenant }): Promise<TenantLine> {
  const { name, adminEmail, ownerName, plan } = body;
  const { now } = context;
  return asPlatform(context.dependencies, async (tx) => {
    const address = await checkAddress(tx, emailKey(adminEmail));
    assertThat(!address.isTaken, 'tenant.email_taken');
    assertThat(!address.belongs, 'tenant.owner_elsewhere');
    assertThat(!address.runsThePlatform, 'tenant.owner_is_admin');
    await ensurePerson(tx, { email: adminEmail, name: ownerName, now });
    const tenantId = await createTenant(tx, {
      name,
      email: adminEmail,
      status: 'pending',
      planId: plan,
      now,
    });
    await inviteLater(tx, context, { tenantId, email: adminEmail, role: 'BUSINESS_OWNER', addedBy: null });
    await auditPlatform(tx, context, {
      action: 'tenant.added',
      tenantId,
      object: tenantId,
      detail: { plan },
    });
    return fetchTenant(tx, tenantId);
  });
}
