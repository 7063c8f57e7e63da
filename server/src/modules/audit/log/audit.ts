import type { AuditAction } from '@samay/contract/audit/audit-log';
import type { Permission } from '@samay/contract/core/roles';
import type { PublicContext, SessionContext, TenantContext } from '../../../context/request-context.ts';
import { asPlatform, platformTenant, type Tx } from '../../../db/tenant.ts';
import { insertAuditRow } from './chain-queries.ts';

/**
 * Notes who did what, in the transaction that does it. `action` is noun.verb (`appointment.cancelled`), `object` the id it was
 * done to. `detail` never holds a person's data: which fields changed, from which status to which, not what they say.
 */
export async function audit(tx: Tx, context: TenantContext, action: AuditAction, object: string, detail: object = {}): Promise<void> {
  await insertAuditRow(tx, {
    tenantId: context.tenantId,
    at: context.now,
    actorId: context.caller.userId,
    action,
    object,
    detail,
    requestId: context.requestId,
  });
}

/**
 * Notes what a person did outside of any business's own work, such as signing in, in the transaction that does it. The row stands
 * in their business's log, or in the platform's where they have none; an unproven person is null.
 */
export async function auditPerson(
  tx: Tx,
  context: Pick<PublicContext, 'now' | 'requestId'>,
  person: { readonly userId: string | null; readonly tenantId: string | null },
  action: AuditAction,
  object: string,
  detail: object = {},
): Promise<void> {
  await insertAuditRow(tx, {
    tenantId: person.tenantId ?? platformTenant,
    at: context.now,
    actorId: person.userId,
    action,
    object,
    detail,
    requestId: context.requestId,
  });
}

/** Notes that someone tried what their role does not allow. */
export async function auditDenied(context: SessionContext, permission: Permission): Promise<void> {
  await asPlatform(context.dependencies, (tx) =>
    insertAuditRow(tx, {
      tenantId: context.caller.tenant?.id ?? platformTenant,
      at: context.now,
      actorId: context.caller.userId,
      action: 'access.denied',
      object: permission,
      detail: { path: context.request.routeOptions.url, method: context.request.method },
      requestId: context.requestId,
    }),
  );
}
