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

/** Stores why a super admin reads a business's data, for this session and half an hour, and writes it into the business's audit log. */
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
