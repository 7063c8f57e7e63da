import type { AuditAction } from '@samay/contract/audit/audit-actions';
import type { Permission } from '@samay/contract/core/roles';
import { userIdOf } from '../../../context/actor.ts';
import type { AuditedWork } from '../../../context/business-context.ts';
import type { PublicContext, SessionContext } from '../../../context/request-context.ts';
import { asPlatform, inTenant, platformTenant, type Tx } from '../../../db/tenant.ts';
import { type AuditValues, insertAuditRow } from './queries.ts';

/** The instant of an event and the id of the request or job that caused it. */
export type AuditContext = Pick<PublicContext, 'now' | 'requestId'>;

/**
 * Writes an audit row in the transaction of the change. `action` is noun.verb, `object` the id of
 * what was changed. `detail` never contains personal data: it has ids, amounts, statuses and dates,
 * and only the names of fields that a person typed. A guest and the system have no user, and a
 * guest's row is marked.
 */
export async function audit(
  tx: Tx,
  context: AuditedWork,
  action: AuditAction,
  object: string,
  detail: object = {},
): Promise<void> {
  await insertAuditRow(tx, {
    tenantId: context.tenantId,
    at: context.now,
    actorId: userIdOf(context.actor),
    action,
    object,
    detail: markedDetail(context, detail),
    requestId: context.requestId,
  });
}

/** Returns the values of an act that is written with a change (`insertAct`). */
export function auditValues(context: AuditedWork, action: AuditAction, detail: object = {}): AuditValues {
  return {
    auditedAt: context.now,
    actorId: userIdOf(context.actor),
    action,
    detail: JSON.stringify(markedDetail(context, detail)),
    requestId: context.requestId,
  };
}

/**
 * Writes an audit row about a person's own account or work of the platform, in the log of
 * `tenantId` or, for null, the platform's. `userId` is null for an unknown person or a job.
 */
export async function auditPerson(
  tx: Tx,
  context: AuditContext,
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

/**
 * Audits the caller's change of their own account, in the log of their business or the platform's.
 */
export async function auditCaller(
  tx: Tx,
  context: SessionContext,
  action: AuditAction,
  object: string,
  detail?: object,
): Promise<void> {
  const { userId, tenant } = context.caller;
  await auditPerson(tx, context, { userId, tenantId: tenant?.id ?? null }, action, object, detail);
}

/** Audits a request that the caller's role does not allow. */
export async function auditDenied(context: SessionContext, permission: Permission): Promise<void> {
  const { caller, dependencies, now, request, requestId } = context;
  const detail = { path: request.routeOptions.url, method: request.method };
  const row = {
    at: now,
    actorId: caller.userId,
    action: 'access.denied',
    object: permission,
    detail,
    requestId,
  };
  const tenantId = caller.tenant?.id;
  if (tenantId)
    await inTenant({ database: dependencies.database, tenantId, now, isShown: false }, (tx) =>
      insertAuditRow(tx, { ...row, tenantId }),
    );
  else await asPlatform(dependencies, (tx) => insertAuditRow(tx, { ...row, tenantId: platformTenant }));
}

function markedDetail({ actor }: AuditedWork, detail: object): object {
  return actor.kind === 'guest' ? { ...detail, by: 'guest' } : detail;
}
