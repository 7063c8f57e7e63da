import type { AuditAction } from '@samay/contract/audit/audit-log';
import type { Tx } from '../../../db/tenant.ts';
import type { SessionContext } from '../../../context/request-context.ts';
import { auditPerson } from '../../audit/index.ts';

interface Noted {
  /** `noun.verb`. */
  readonly action: AuditAction;
  /** The business whose log it belongs into: its owners see what the platform did there. Null: the platform's own. */
  readonly tenantId: string | null;
  readonly object: string;
  readonly detail?: object;
}

/** Notes what a super admin did or saw, in the transaction that does it. Never what was searched for: that is somebody's name. */
export async function note(tx: Tx, context: SessionContext, { action, tenantId, object, detail }: Noted): Promise<void> {
  await auditPerson(tx, context, { userId: context.caller.userId, tenantId }, action, object, detail);
}
