import { defaultOrder } from '@samay/contract/reach/notices';
import { NoticeDelayed, type SendOutcome } from '../../../adapters/channels/port.ts';
import type { BusinessContext } from '../../../context/business-context.ts';
import type { Dependencies } from '../../../context/dependencies.ts';
import { readInOneMessage } from '../../../db/read-in-one-message.ts';
import { inTenant } from '../../../db/tenant.ts';
import { run, writeTogether } from '../../../db/transaction.ts';
import { DeliveryDropped, type Effect, effectContext, type OutboxHandler } from '../../../outbox/index.ts';
import { noteFailure } from '../channels/health.ts';
import { markWell, type NumberChannel, readOrder, returnCredits } from '../channels/queries.ts';
import { creditMonth } from '../channels/rules.ts';
import { beginByNumber } from './begin-by-number.ts';
import { bySms } from './by-sms.ts';
import { byWhatsApp } from './by-whatsapp.ts';
import type { NumberSender, Passed } from './number-sender.ts';
import { ReminderPayload } from './payload.ts';
import { failByChannel, releaseNotices, settleSent, takeCredits } from './queries.ts';
import { remindByMail } from './send-reminder.ts';

/** The rest of a reminder's hour in which another channel is used, instead of another try. */
const lastTriesMs = 30 * 60_000;

const senders: Readonly<Record<NumberChannel, NumberSender>> = { whatsapp: byWhatsApp, sms: bySms };

/**
 * Outbox handler of `reminder.notice`: reminds a booking's person by the first channel in the owner's
 * order that reaches them. Rejects with `DeliveryDropped` where none may leave or none reaches them.
 */
export const sendNotice: OutboxHandler = async (dependencies, payload, effect) => {
  const asked = ReminderPayload.parse(payload);
  const context = effectContext(dependencies, effect);
  const { orders } = await readInOneMessage(context, { orders: readOrder({}) });
  const order = orders[0]?.order ?? defaultOrder;
  const isOver = isNearlyOver(dependencies, effect);
  let reason: string | null = null;
  for (const channel of order) {
    const passed =
      channel === 'mail'
        ? await remindByMail(dependencies, asked, { effect, passes: isOver && channel !== order.at(-1) })
        : await remindByNumber(dependencies, context, { asked, effect, sender: senders[channel] });
    if (passed === undefined) return;
    reason = passed.reason ?? reason;
  }
  if (reason !== null) throw new DeliveryDropped(reason);
};

function isNearlyOver({ clock }: Dependencies, { expires_at: expiresAt }: Effect): boolean {
  return expiresAt !== null && expiresAt.getTime() - clock().getTime() < lastTriesMs;
}

interface Asked {
  readonly asked: ReminderPayload;
  readonly effect: Effect;
  readonly sender: NumberSender;
}

/**
 * Reminds by a channel to numbers. Returns undefined where nothing more is to be done, and otherwise why
 * the next channel has its turn: no reason where the person has no number for this one.
 */
async function remindByNumber(
  dependencies: Dependencies,
  context: BusinessContext,
  { asked, effect, sender }: Asked,
): Promise<Passed | undefined> {
  const { channel } = sender;
  const begun = await inTenant({ ...context, isShown: false }, (tx) =>
    beginByNumber(tx, context, { sender, asked: { ...asked, effectId: effect.id, dependencies } }),
  );
  if (begun.kind === 'ended') return undefined;
  if (begun.kind === 'passed') return begun;
  const outcome = await begun.send();
  if (outcome.kind === 'accepted') {
    await inTenant({ ...context, isShown: false }, (tx) =>
      writeTogether(tx, context, [
        settleSent({
          effectId: effect.id,
          channel,
          providerId: outcome.providerId,
          now: dependencies.clock(),
        }),
        // One that another channel had begun for it is not sent by that.
        releaseNotices({ effectIds: [effect.id], keep: [] }),
        markWell({ channel }),
      ]),
    );
    return undefined;
  }
  const isAgain = outcome.kind === 'later' && !isNearlyOver(dependencies, effect);
  await settleNotTaken(context, { asked, effect, channel, outcome, isAgain });
  if (isAgain) throw new NoticeDelayed(outcome.reason);
  await noteFailure(context, { channel, outcome });
  return { kind: 'passed', reason: outcome.reason };
}

interface NotTaken extends Omit<Asked, 'sender'> {
  readonly channel: NumberChannel;
  readonly outcome: Exclude<SendOutcome, { kind: 'accepted' }>;
  readonly isAgain: boolean;
}

/** Gives the credits of a message back that was not taken, and ends it there unless it is tried again. */
async function settleNotTaken(
  context: BusinessContext,
  { asked, effect, channel, outcome, isAgain }: NotTaken,
): Promise<void> {
  const effectId = effect.id;
  const now = context.dependencies.clock();
  const { reason } = outcome;
  await inTenant({ ...context, isShown: false }, async (tx) => {
    const taken = await run(tx, context, takeCredits({ effectId, channel }));
    const credits = taken.reduce((sum, row) => sum + row.credits, 0);
    await writeTogether(tx, context, [
      ...(credits > 0 ? [returnCredits({ channel, month: creditMonth(context.now), credits })] : []),
      ...(isAgain
        ? []
        : [
            failByChannel({ effectId, channel, bookingId: asked.appointmentId, reason, now }),
            releaseNotices({ effectIds: [effectId], keep: [] }),
          ]),
    ]);
  });
}
