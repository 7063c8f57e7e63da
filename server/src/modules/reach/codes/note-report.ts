import type { StatusEvent } from '../../../adapters/channels/port.ts';
import type { BusinessContext } from '../../../context/business-context.ts';
import { inTenant } from '../../../db/tenant.ts';
import { run } from '../../../db/transaction.ts';
import { noteFailure } from '../channels/health.ts';
import { readChannel, returnCredits } from '../channels/queries.ts';
import { creditMonth } from '../channels/rules.ts';
import { settleUndeliveredCode } from './queries.ts';

/** Notes that a code did not arrive, and gives its credit back: the installation's number sends every one. */
export async function noteCodeReport(context: BusinessContext, event: StatusEvent): Promise<void> {
  const { state, providerId: messageId, failure } = event;
  if (state !== 'failed' || failure === null) return;
  const { now } = context;
  const channel = 'whatsapp';
  const failed = await inTenant({ ...context, isShown: false }, async (tx) => {
    const codes = await run(tx, context, settleUndeliveredCode({ messageId, now }));
    for (const { sentAt } of codes)
      await run(tx, context, returnCredits({ channel, month: creditMonth(sentAt ?? now), credits: 1 }));
    const [row] = codes.length > 0 ? await run(tx, context, readChannel({ channel })) : [];
    return row;
  });
  // Another failure is of this person or of this moment, and says nothing about the channel; none says anything about
  // the business's own number.
  if (failed?.account === null && failure.kind === 'misconfigured')
    await noteFailure(context, { channel, outcome: failure });
}
