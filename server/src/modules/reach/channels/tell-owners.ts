import type { BusinessContext } from '../../../context/business-context.ts';
import type { Tx } from '../../../db/tenant.ts';
import { run } from '../../../db/transaction.ts';
import { enqueueMail } from '../../../outbox/index.ts';
import { readOwners } from '../../tenancy/index.ts';

/**
 * Mails the owners of a business one sentence about a channel of its notices, and what to do: in the
 * transaction that notes that they are told, so that none of both is lost.
 */
export async function tellOwners(
  tx: Tx,
  context: BusinessContext,
  { subject, sentence }: { readonly subject: string; readonly sentence: string },
): Promise<void> {
  const { tenantId, now } = context;
  const { publicUrl } = context.dependencies.settings;
  const text = `${sentence}\n\nWhat was sent and what was not: ${publicUrl}/dashboard/settings`;
  for (const { email } of await run(tx, context, readOwners({})))
    await enqueueMail(tx, now, { tenantId, to: email, subject, text });
}
