import { NoticeDelayed } from '../../../adapters/channels/port.ts';
import type { BusinessContext } from '../../../context/business-context.ts';
import type { Dependencies } from '../../../context/dependencies.ts';
import { inTenant } from '../../../db/tenant.ts';
import { writeTogether } from '../../../db/transaction.ts';
import { DeliveryDropped, type Effect, effectContext, type OutboxHandler } from '../../../outbox/index.ts';
import { noteFailure } from '../channels/health.ts';
import { markWell, returnCredits } from '../channels/queries.ts';
import { creditMonth } from '../channels/rules.ts';
import { beginByNumber } from './begin-by-number.ts';
import { bySms } from './by-sms.ts';
import { byWhatsApp } from './by-whatsapp.ts';
import type { NumberSender } from './number-sender.ts';
import { ReminderPayload } from './payload.ts';
import { failByNumber, releaseNotices, settleSent } from './queries.ts';
import { remindByMail } from './send-reminder.ts';

/** The rest of a reminder's hour in which another channel is used, instead of another try. */
const lastTriesMs = 30 * 60_000;

/** The channels to numbers in the order in which they are used; mail is the last. */
const senders: readonly NumberSender[] = [byWhatsApp, bySms];

/**
 * Outbox handler of `reminder.notice`: reminds a booking's person by WhatsApp, by SMS where they are not
 * reached there, and by mail where by neither. Rejects with `DeliveryDropped` where none may leave or
 * none reaches them.
 */
export const sendNotice: OutboxHandler = async (dependencies, payload, effect) => {
  const asked = ReminderPayload.parse(payload);
  const context = effectContext(dependencies, effect);
  let reason: string | null = null;
  for (const sender of senders) {
    const passed = await remindByNumber(dependencies, context, { asked, effect, sender });
    if (passed === undefined) return;
    reason = passed.reason ?? reason;
  }
  if (!(await remindByMail(dependencies, asked, effect)) && reason !== null)
    throw new DeliveryDropped(reason);
};

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
): Promise<{ readonly reason: string | null } | undefined> {
  const { channel } = sender;
  if (!sender.isAvailable(dependencies)) return { reason: null };
  const begun = await inTenant({ ...context, isShown: false }, (tx) =>
    beginByNumber(tx, context, { sender, asked: { ...asked, effectId: effect.id, dependencies } }),
  );
  if (begun.kind === 'ended') return undefined;
  if (begun.kind === 'passed') {
    return { reason: begun.reason };
  }
  const outcome = await begun.send();
  const now = dependencies.clock();
  if (outcome.kind === 'accepted') {
    await inTenant({ ...context, isShown: false }, (tx) =>
      writeTogether(tx, context, [
        settleSent({ effectId: effect.id, providerId: outcome.providerId, now }),
        markWell({ channel }),
      ]),
    );
    return undefined;
  }
  const isLast = effect.expires_at !== null && effect.expires_at.getTime() - now.getTime() < lastTriesMs;
  const isAgain = outcome.kind === 'later' && !isLast;
  await inTenant({ ...context, isShown: false }, async (tx) => {
    await writeTogether(tx, context, [
      returnCredits({ channel, month: creditMonth(context.now), credits: begun.credits }),
      ...(isAgain
        ? []
        : [
            failByNumber({
              effectId: effect.id,
              bookingId: asked.appointmentId,
              reason: outcome.reason,
              now,
            }),
            releaseNotices({ effectIds: [effect.id], keep: [] }),
          ]),
    ]);
  });
  if (isAgain) throw new NoticeDelayed(outcome.reason);
  await noteFailure(context, { channel, outcome });
  return { reason: outcome.reason };
}
