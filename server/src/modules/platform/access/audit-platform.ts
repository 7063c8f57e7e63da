import type { AuditAction } from '@samay/contract/audit/audit-log';
import type { Tx } from '../../../db/tenant.ts';
import type { SessionContext } from '../../../context/request-context.ts';
import { auditPerson } from '../../audit/index.ts';

interface PlatformAction {
  /** `noun.verb`. */
  readonly action: AuditAction;
  /**
   * The business in whose log it is written, so that its owners see it; null for the platform's own
   * log.
   */
  readonly tenantId: string | null;
  readonly object: string;
  readonly detail?: object;
}

/**
 * Audits what a super admin did or viewed, in the same transaction. Search texts are never logged:
 * they are names of people.
 */
export async function auditPlatform(
  tx: Tx,
  context: SessionContext,
  { action, tenantId, object, detail }: PlatformAction,
): Promise<void> {
  await auditPerson(tx, context, { userId: context.caller.userId, tenantId }, action, object, detail);
}
