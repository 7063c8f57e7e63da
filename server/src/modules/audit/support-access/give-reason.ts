import type { ReplyOf } from '@samay/contract/core/endpoint';
import { type giveReason as endpoint, supportAccessMinutes } from '@samay/contract/audit/support-access';
import { asPlatform } from '../../../db/tenant.ts';
import type { SessionContext } from '../../../context/request-context.ts';
import { assertThat } from '../../../core/app-error.ts';
import { auditPerson } from '../log/audit.ts';
import { hasTenant, keepReason } from './queries.ts';

interface Input {
  readonly params: { id: string };
  readonly body: { reason: string };
}

/** Takes down why a super admin looks into a business: for this session, for half an hour, and into the business's log at once. */
export async function giveReason(
  context: SessionContext,
  { params: { id: tenantId }, body: { reason } }: Input,
): Promise<ReplyOf<typeof endpoint>> {
  const { caller, now } = context;
  const expiresAt = new Date(now.getTime() + supportAccessMinutes * 60_000);
  await asPlatform(context.dependencies, async (tx) => {
    assertThat(await hasTenant(tx, tenantId), 'not_found');
    await keepReason(tx, { sessionId: caller.sessionId, tenantId, reason, expiresAt });
    await auditPerson(tx, context, { userId: caller.userId, tenantId }, 'platform.reason_given', tenantId, { reason });
  });
  return { until: expiresAt.toISOString() };
}
