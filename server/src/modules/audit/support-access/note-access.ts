import type { AuditAction } from '@samay/contract/audit/audit-log';
import type { Tx } from '../../../db/tenant.ts';
import type { SessionContext } from '../../../context/request-context.ts';
import { AppError } from '../../../core/app-error.ts';
import { auditPerson } from '../log/audit.ts';
import { findReason } from './queries.ts';

interface Access {
  readonly tenantId: string;
  readonly action: AuditAction;
  readonly detail?: object;
}

/** The reason that this super admin gave for reading this business. @throws `platform.reason_needed` if there is none or it has expired. */
export async function reasonFor(tx: Tx, { caller, now }: SessionContext, tenantId: string): Promise<string> {
  const reason = await findReason(tx, caller.sessionId, tenantId, now);
  if (reason === undefined) throw new AppError('platform.reason_needed');
  return reason;
}

/**
 * Audits a support access and its reason in the business's own log, before any data is returned. @throws `platform.reason_needed`.
 */
export async function noteSupportAccess(tx: Tx, context: SessionContext, { tenantId, action, detail }: Access): Promise<void> {
  const reason = await reasonFor(tx, context, tenantId);
  await auditPerson(tx, context, { userId: context.caller.userId, tenantId }, action, tenantId, { ...detail, reason });
}
