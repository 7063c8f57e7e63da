import type { AuditAction } from '@samay/contract/audit/audit-log';
import { asPlatform } from '../../../db/tenant.ts';
import type { SessionContext, TenantContext } from '../../../context/request-context.ts';
import { orNotFound } from '../../../core/app-error.ts';
import { noteSupportAccess } from '../../audit/index.ts';
import { findOpenTenant } from './tenant-queries.ts';

interface Look {
  readonly tenantId: string;
  /** `noun.verb`, as the business's log has it. */
  readonly action: AuditAction;
  readonly detail?: object;
}

/**
 * The context in which a super admin reads one business as its own people do. That somebody from the platform looked, and why, stands in
 * the business's own log before anything is shown. @throws `not_found` for a business that is not there, or deleted;
 * `platform.reason_needed`.
 */
export async function readAsSupport(context: SessionContext, { tenantId, action, detail }: Look): Promise<TenantContext> {
  const tenant = await asPlatform(context.dependencies, async (tx) => {
    const open = orNotFound(await findOpenTenant(tx, tenantId));
    await noteSupportAccess(tx, context, { tenantId: open.id, action, ...(detail && { detail }) });
    return open;
  });
  return { ...context, database: context.dependencies.database, tenantId: tenant.id, businessType: tenant.type ?? 'doctor' };
}
