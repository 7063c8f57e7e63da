import type { TenantLine } from '@samay/contract/platform/tenants';
import type { PlanId } from '@samay/contract/tenancy/plans';
import { asPlatform } from '../../../db/tenant.ts';
import type { SessionContext } from '../../../context/request-context.ts';
import { switchPlan } from '../../tenancy/index.ts';
import { reasonFor } from '../../audit/index.ts';
import { fetchTenant, holdTenant } from './fetch-tenant.ts';
import { note } from '../access/audit-platform.ts';

interface Input {
  readonly params: { id: string };
  readonly body: { plan: PlanId };
}

/** Puts a business on another plan, at once; the plan it has already changes nothing. @throws `platform.reason_needed`. */
export async function changeTenantPlan(context: SessionContext, { params: { id }, body: { plan } }: Input): Promise<TenantLine> {
  return asPlatform(context.dependencies, async (tx) => {
    await holdTenant(tx, id);
    const reason = await reasonFor(tx, context, id);
    const was = await switchPlan(tx, { tenantId: id, planId: plan, now: context.now });
    await note(tx, context, { action: 'subscription.changed', tenantId: id, object: id, detail: { was, becomes: plan, reason } });
    return fetchTenant(tx, id);
  });
}
