import type { AuditAction } from '@samay/contract/audit/audit-actions';
import type { Tx } from '../../../db/tenant.ts';
import type { SessionContext } from '../../../context/request-context.ts';
import { auditPerson } from '../../audit/index.ts';

/**
 * Audits a super admin's action or view, in the log of a business or, for null, the platform's.
 * Search texts are never logged: they are names of people.
 */
export async function auditPlatform(
  tx: Tx,
  context: SessionContext,
  tenantId: string | null,
  action: AuditAction,
  object: string,
  detail?: object,
): Promise<void> {
  await auditPerson(tx, context, { userId: context.caller.userId, tenantId }, action, object, detail);
}
