import type { TenantLine, TenantStatus } from '@samay/contract/platform/tenants';
import type { PlanId } from '@samay/contract/tenancy/plans';
import { asPlatform } from '../../../db/tenant.ts';
import type { SessionContext } from '../../../context/request-context.ts';
import { assertThat, orNotFound } from '../../../core/app-error.ts';
import { reasonFor } from '../../audit/index.ts';
import { endAllSessions } from '../../identity/index.ts';
import { switchPlan } from '../../tenancy/index.ts';
import { auditPlatform } from '../access/audit-platform.ts';
import { fetchTenant, lockUndeletedTenant } from './present-tenant.ts';
import { listMembers, lockTenant, updateTenant } from './tenant-queries.ts';

interface Input<Body> {
  readonly params: { id: string };
  readonly body: Body;
}

/**
 * Switches a business to another plan, at once. The plan that it has already changes nothing.
 * Throws `platform.reason_needed`.
 */
export async function changeTenantPlan(
  context: SessionContext,
  { params: { id }, body }: Input<{ plan: PlanId }>,
): Promise<TenantLine> {
  const { plan } = body;
  return asPlatform(context.dependencies, async (tx) => {
    await lockUndeletedTenant(tx, id);
    const reason = await reasonFor(tx, context, id);
    const was = await switchPlan(tx, { tenantId: id, planId: plan, now: context.now });
    await auditPlatform(tx, context, {
      action: 'subscription.changed',
      tenantId: id,
      object: id,
      detail: { was, becomes: plan, reason },
    });
    return fetchTenant(tx, id);
  });
}

/**
 * Sets a business active, pending or suspended. It applies from the next request of its people.
 * Throws `platform.reason_needed`.
 */
export async function changeTenantStatus(
  context: SessionContext,
  { params: { id }, body: { status } }: Input<{ status: TenantStatus }>,
): Promise<TenantLine> {
  return asPlatform(context.dependencies, async (tx) => {
    const { status: was } = await lockUndeletedTenant(tx, id);
    const reason = await reasonFor(tx, context, id);
    await updateTenant(tx, id, { status });
    await auditPlatform(tx, context, {
      action: 'tenant.status_changed',
      tenantId: id,
      object: id,
      detail: { was, becomes: status, reason },
    });
    return fetchTenant(tx, id);
  });
}

/**
 * Deletes a business and signs its people out at once; it is erased after 30 days. The typed name
 * is the confirmation.
 */
export async function deleteTenant(
  context: SessionContext,
  { params: { id }, body }: Input<{ name: string }>,
): Promise<TenantLine> {
  return asPlatform(context.dependencies, async (tx) => {
    const { name } = await lockUndeletedTenant(tx, id);
    assertThat(body.name.trim() === name.trim(), 'tenant.name_mismatch');
    await updateTenant(tx, id, { deleted_at: context.now });
    for (const person of await listMembers(tx, id)) await endAllSessions(tx, context, person.id, 'deleted');
    await auditPlatform(tx, context, { action: 'tenant.deleted', tenantId: id, object: id });
    return fetchTenant(tx, id);
  });
}

/**
 * Reverts a deletion: its people can sign in again and find everything unchanged. A business that
 * is not deleted stays as it is.
 */
export async function restoreTenant(
  context: SessionContext,
  { params: { id } }: { params: { id: string } },
): Promise<TenantLine> {
  return asPlatform(context.dependencies, async (tx) => {
    orNotFound(await lockTenant(tx, id));
    await updateTenant(tx, id, { deleted_at: null });
    await auditPlatform(tx, context, { action: 'tenant.restored', tenantId: id, object: id });
    return fetchTenant(tx, id);
  });
}
