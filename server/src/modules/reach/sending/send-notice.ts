import { defaultOrder } from '@samay/contract/reach/notices';
import type { BusinessContext } from '../../../context/business-context.ts';
import type { Dependencies } from '../../../context/dependencies.ts';
import { readInOneMessage } from '../../../db/read-in-one-message.ts';
import { DeliveryDropped, type Effect, effectContext, type OutboxHandler } from '../../../outbox/index.ts';
import { beginInOrder } from '../channels/in-order.ts';
import { type NumberChannel, readOrder } from '../channels/queries.ts';
import { beginByNumber } from './begin-by-number.ts';
import { bySms } from './by-sms.ts';
import { byWhatsApp } from './by-whatsapp.ts';
import type { NumberSender, Passed } from './number-sender.ts';
import { ReminderPayload } from './payload.ts';
import { sendBegun } from './send-begun.ts';
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
  const begun = await beginInOrder(context, (tx) =>
    beginByNumber(tx, context, { sender, asked: { ...asked, effectId: effect.id, dependencies } }),
  );
  if (begun.kind === 'ended') return undefined;
  if (begun.kind === 'passed') return begun;
  return sendBegun(context, {
    effectId: effect.id,
    bookingId: asked.appointmentId,
    channel,
    begun,
    mayWait: () => !isNearlyOver(dependencies, effect),
  });
}
