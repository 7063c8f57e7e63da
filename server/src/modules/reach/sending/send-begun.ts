import { NoticeDelayed, type SendOutcome } from '../../../adapters/channels/port.ts';
import type { BusinessContext } from '../../../context/business-context.ts';
import { inTenant } from '../../../db/tenant.ts';
import { run, writeTogether } from '../../../db/transaction.ts';
import { noteFailure } from '../channels/health.ts';
import { noteTaken, type NumberChannel, returnCredits } from '../channels/queries.ts';
import { creditMonth } from '../channels/rules.ts';
import type { Passed, Prepared } from './number-sender.ts';
import { failByChannel, releaseNotices, settleSent, takeCredits } from '../reminders/queries.ts';

/** A message to a number whose notices have begun. */
interface BegunMessage {
  readonly effectId: string;
  readonly bookingId: string;
  readonly channel: NumberChannel;
  readonly begun: Prepared;
  /** Returns whether one that the provider does not take now is worth another try. */
  readonly mayWait: () => boolean;
}

/**
 * Sends a message to a number once, and settles its notices. Returns undefined where it was taken, and
 * otherwise why the next channel has its turn. Rejects with `NoticeDelayed` for another try.
 */
export async function sendBegun(
  context: BusinessContext,
  { effectId, bookingId, channel, begun, mayWait }: BegunMessage,
): Promise<Passed | undefined> {
  const outcome = await begun.send();
  if (outcome.kind === 'accepted') {
    const { providerId } = outcome;
    const now = context.dependencies.clock();
    await inTenant({ ...context, isShown: false }, (tx) =>
      writeTogether(tx, context, [
        settleSent({ effectId, channel, providerId, now }),
        // One that another channel had begun for it is not sent by that.
        releaseNotices({ effectIds: [effectId], keep: [] }),
        noteTaken({ channel, began: context.now }),
      ]),
    );
    return undefined;
  }
  const isAgain = outcome.kind === 'later' && mayWait();
  await settleNotTaken(context, { effectId, bookingId, channel, outcome, isAgain });
  if (isAgain) throw new NoticeDelayed(outcome.reason);
  await noteFailure(context, { channel, outcome });
  return { kind: 'passed', reason: outcome.reason };
}

interface NotTaken extends Pick<BegunMessage, 'effectId' | 'bookingId' | 'channel'> {
  readonly outcome: Exclude<SendOutcome, { kind: 'accepted' }>;
  readonly isAgain: boolean;
}

/** Gives the credits of a message back that was not taken, and ends it there unless it is tried again. */
async function settleNotTaken(
  context: BusinessContext,
  { effectId, bookingId, channel, outcome: { reason }, isAgain }: NotTaken,
): Promise<void> {
  const now = context.dependencies.clock();
  await inTenant({ ...context, isShown: false }, async (tx) => {
    const taken = await run(tx, context, takeCredits({ effectId, channel }));
    const credits = taken.reduce((sum, row) => sum + row.credits, 0);
    await writeTogether(tx, context, [
      ...(credits > 0 ? [returnCredits({ channel, month: creditMonth(context.now), credits })] : []),
      ...(isAgain
        ? []
        : [
            failByChannel({ effectId, channel, bookingId, reason, now }),
            releaseNotices({ effectIds: [effectId], keep: [] }),
          ]),
    ]);
  });
}
