import type { ReplyOf } from '@samay/contract/core/endpoint';
import { type giveReason as endpoint, supportAccessMinutes } from '@samay/contract/audit/support-access';
import type { AuditAction } from '@samay/contract/audit/audit-actions';
import { asPlatform, type Tx } from '../../../db/tenant.ts';
import { run } from '../../../db/transaction.ts';
import type { SessionContext } from '../../../context/request-context.ts';
import { assertThat, orNotFound } from '../../../core/app-error.ts';
import { auditPerson } from '../log/audit.ts';
import { keepReason, readReason, readTenantId } from './queries.ts';

interface Input {
  readonly params: { id: string };
  readonly body: { reason: string };
}

/**
 * Stores the reason of a super admin for reading a business's data, for this session and half an
 * hour, and writes it into the business's audit log.
 */
export async function giveReason(
  context: SessionContext,
  { params: { id: tenantId }, body: { reason } }: Input,
): Promise<ReplyOf<typeof endpoint>> {
  const { caller, now } = context;
  const expiresAt = new Date(now.getTime() + supportAccessMinutes * 60_000);
  await asPlatform(context.dependencies, async (tx) => {
    assertThat((await run(tx, { tenantId }, readTenantId({}))).length > 0, 'not_found');
    await run(tx, { tenantId }, keepReason({ sessionId: caller.sessionId, reason, expiresAt }));
    await auditPerson(tx, context, { userId: caller.userId, tenantId }, 'platform.reason_given', tenantId, {
      reason,
    });
  });
  return { until: expiresAt.toISOString() };
}

interface Access {
  readonly tenantId: string;
  readonly action: AuditAction;
  readonly detail?: object;
}

/**
 * Returns the reason that the super admin gave. @throws `platform.reason_needed`, also once it has
 * expired.
 */
export async function reasonFor(tx: Tx, { caller, now }: SessionContext, tenantId: string): Promise<string> {
  const [found] = await run(tx, { tenantId }, readReason({ sessionId: caller.sessionId, now }));
  return orNotFound(found, 'platform.reason_needed').reason;
}

/**
 * Audits a support access and its reason in the business's log, before data is returned. @throws
 * `platform.reason_needed`.
 */
export async function noteSupportAccess(
  tx: Tx,
  context: SessionContext,
  { tenantId, action, detail }: Access,
): Promise<void> {
  const reason = await reasonFor(tx, context, tenantId);
  await auditPerson(tx, context, { userId: context.caller.userId, tenantId }, action, tenantId, {
    ...detail,
    reason,
  });
}
