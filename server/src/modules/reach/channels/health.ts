import type { NotSent } from '../../../adapters/channels/port.ts';
import type { BusinessContext } from '../../../context/business-context.ts';
import { inTenant, type Tx } from '../../../db/tenant.ts';
import { run } from '../../../db/transaction.ts';
import { countFailure, type NumberChannel, stopChannel } from './queries.ts';
import { failuresTold } from './rules.ts';
import { tellOwners } from './tell-owners.ts';

const names: Readonly<Record<NumberChannel, string>> = { whatsapp: 'WhatsApp', sms: 'SMS' };

/**
 * Notes that a channel did not take a message for good. One that is misconfigured stops and its owners
 * are told, once for each reason; ten failures in a row are told once.
 */
export async function noteFailure(
  context: BusinessContext,
  { channel, outcome }: { readonly channel: NumberChannel; readonly outcome: NotSent },
): Promise<void> {
  const { now } = context;
  const { reason, kind } = outcome;
  const name = names[channel];
  await inTenant({ ...context, isShown: false }, async (tx) => {
    const [counted] = await run(tx, context, countFailure({ channel }));
    const [stopped] =
      kind === 'misconfigured' ? await run(tx, context, stopChannel({ channel, reason, now })) : [];
    if (stopped?.wasStopped === false)
      await tellOwners(tx, context, {
        subject: `${name} has stopped for your reminders`,
        sentence: `${name} takes no reminders of yours, because ${reason}: they go by email until this is mended.`,
      });
    else if (counted?.failures === failuresTold)
      await tellOwners(tx, context, {
        subject: `Ten reminders in a row did not leave by ${name}`,
        sentence: `The last ten reminders did not leave by ${name}, the latest because ${reason}: they go by email where there is one.`,
      });
  });
}

/** Tells the owners that the month's credits are used up. */
export async function tellNoCredits(tx: Tx, context: BusinessContext, limit: number): Promise<void> {
  await tellOwners(tx, context, {
    subject: 'The WhatsApp reminders of this month are used up',
    sentence: `The ${limit} WhatsApp messages that your plan includes are used up for this month: reminders go by email until the next one.`,
  });
}
