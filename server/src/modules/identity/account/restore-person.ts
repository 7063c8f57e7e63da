import type { Tx } from '../../../db/tenant.ts';
import type { SessionContext } from '../../../context/request-context.ts';
import { orNotFound } from '../../../core/app-error.ts';
import { auditPerson } from '../../audit/index.ts';
import { unmarkDeleted } from './queries.ts';

/** Takes a person's deletion back, in a platform transaction, with that of the business that went with them. */
export async function restorePerson(tx: Tx, context: SessionContext, userId: string): Promise<void> {
  const { tenantId } = orNotFound(await unmarkDeleted(tx, userId));
  await auditPerson(tx, context, { userId: context.caller.userId, tenantId }, 'account.restored', userId);
}
