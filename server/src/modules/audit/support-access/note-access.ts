import type { AuditAction } from '@samay/contract/audit/audit-log';
import type { Tx } from '../../../db/tenant.ts';
import type { SessionContext } from '../../../context/request-context.ts';
import { AppError } from '../../../core/app-error.ts';
import { auditPerson } from '../log/audit.ts';
import { findReason } from './queries.ts';

interface Look {
  readonly tenantId: string;
  readonly action: AuditAction;
  readonly detail?: object;
}

/** Why this super admin looks into this business. @throws `platform.reason_needed` where they have not said so, or not lately. */
export async function reasonFor(tx: Tx, { caller, now }: SessionContext, tenantId: string): Promise<string> {
  const reason = await findReason(tx, caller.sessionId, tenantId, now);
  if (reason === undefined) throw new AppError('platform.reason_needed');
  return reason;
}

/**
 * Notes in the business's own log, before anything is shown, that the platform looked and why. @throws `platform.reason_needed`.
 */
export async function noteSupportAccess(tx: Tx, context: SessionContext, { tenantId, action, detail }: Look): Promise<void> {
  const reason = await reasonFor(tx, context, tenantId);
  await auditPerson(tx, context, { userId: context.caller.userId, tenantId }, action, tenantId, { ...detail, reason });
}
