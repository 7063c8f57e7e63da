import { channelNames } from '@samay/contract/reach/notices';
import type { NotSent } from '../../../adapters/channels/port.ts';
import type { BusinessContext } from '../../../context/business-context.ts';
import { inTenant, type Tx } from '../../../db/tenant.ts';
import { run } from '../../../db/transaction.ts';
import { describeOtherWays, readOtherWays } from './other-ways.ts';
import { countFailure, type NumberChannel, stopChannel } from './queries.ts';
import { failuresTold } from './rules.ts';
import { tellOwners } from './tell-owners.ts';

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
  const name = channelNames[channel];
  await inTenant({ ...context, isShown: false }, async (tx) => {
    const [counted] = await run(tx, context, countFailure({ channel }));
    const [stopped] =
      kind === 'misconfigured' ? await run(tx, context, stopChannel({ channel, reason, now })) : [];
    const hasStopped = stopped?.wasStopped === false;
    if (!hasStopped && counted?.failures !== failuresTold) return;
    const otherwise = describeOtherWays(await readOtherWays(tx, context, channel));
    await tellOwners(
      tx,
      context,
      hasStopped
        ? {
            subject: `${name} has stopped for your reminders`,
            sentence: `${name} takes no reminders of yours, because ${reason}: ${otherwise} until this is mended.`,
          }
        : {
            subject: `Ten reminders in a row did not leave by ${name}`,
            sentence: `The last ten reminders did not leave by ${name}, the latest because ${reason}: ${otherwise}.`,
          },
    );
  });
}

/** Tells the owners that the month's credits are used up. */
export async function tellNoCredits(tx: Tx, context: BusinessContext, limit: number): Promise<void> {
  const otherwise = describeOtherWays(await readOtherWays(tx, context, 'whatsapp'));
  await tellOwners(tx, context, {
    subject: 'The WhatsApp messages of this month are used up',
    sentence: `The ${limit} WhatsApp messages that your plan includes are used up for this month: ${otherwise} until the next one.`,
  });
}
