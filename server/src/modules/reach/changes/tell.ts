import type { ToldChange } from '@samay/contract/reach/changes/kinds';
import type { BusinessContext } from '../../../context/business-context.ts';
import type { Dependencies } from '../../../context/dependencies.ts';
import type { Tx } from '../../../db/tenant.ts';
import { run, runTogether } from '../../../db/transaction.ts';
import { DeliveryDropped, DeliveryPostponed, type Effect, optedOutReason } from '../../../outbox/index.ts';
import { hashAddress } from '../../../outbox/mail-counts.ts';
import { sittingAt } from '../../availability/index.ts';
import { beginInOrder } from '../channels/in-order.ts';
import { lockChannels, type NumberChannel } from '../channels/queries.ts';
import { stopReason } from '../channels/rules.ts';
import type { Passed, Prepared } from '../sending/number-sender.ts';
import { beginNotice, failByChannel, releaseNotices } from '../reminders/queries.ts';
import { sendBegun } from '../sending/send-begun.ts';
import { tellsBySms } from './by-sms.ts';
import { tellsByWhatsApp } from './by-whatsapp.ts';
import { readToldBooking, type ToldBooking } from './queries.ts';
import type { Teller } from './teller.ts';

const tellers: Readonly<Record<NumberChannel, Teller>> = { whatsapp: tellsByWhatsApp, sms: tellsBySms };

/** The tries by a channel to numbers, a quarter of an hour in all, before the next one has its turn. */
const mostTries = 10;

interface Asked {
  readonly effect: Effect;
  readonly bookingId: string;
  readonly change: ToldChange;
  readonly channel: NumberChannel;
  /** Returns whether the person is to be told, as the booking is now. */
  readonly isDue: (booking: ToldBooking) => boolean;
}

/**
 * Tells a booking's person of a change by a channel to numbers. Returns undefined where it was sent or nothing
 * is to be told, and otherwise why the next channel has its turn. Rejects with `DeliveryDropped` where the
 * person wants no notices.
 */
export async function tell(
  dependencies: Dependencies,
  context: BusinessContext,
  asked: Asked,
): Promise<Passed | undefined> {
  const { effect, bookingId, channel } = asked;
  const begun = await beginInOrder(context, (tx) => begin(tx, context, asked, dependencies));
  if (begun.kind === 'ended') return undefined;
  if (begun.kind === 'passed') return begun;
  const mayWait = () => effect.attempts < mostTries;
  return sendBegun(context, { effectId: effect.id, bookingId, channel, begun, mayWait });
}

/** Begins the notice of a change under the lock of the channels. */
async function begin(
  tx: Tx,
  context: BusinessContext,
  { effect: { id: effectId }, bookingId, change, channel, isDue }: Asked,
  dependencies: Dependencies,
): Promise<{ readonly kind: 'ended' } | Passed | Prepared> {
  const { now } = context;
  const teller = tellers[channel];
  const { from, to, since } = sittingAt(now);
  const { channels, bookings } = await runTogether(tx, context, {
    channels: lockChannels({}),
    bookings: readToldBooking({ bookingId, kind: change, effectId, channel, from, to, since }),
  });
  const [booking] = bookings;
  const row = channels.find((each) => each.channel === channel && each.isOn);
  const pass = async (reason: string | null): Promise<Passed> => {
    if (reason !== null) await run(tx, context, failByChannel({ effectId, channel, bookingId, reason, now }));
    await run(tx, context, releaseNotices({ effectIds: [effectId], keep: [] }));
    return { kind: 'passed', reason };
  };
  const isOver = booking?.begun === 'sent' || booking?.begun === 'elsewhere';
  if (!booking || isOver || !isDue(booking)) {
    await run(tx, context, releaseNotices({ effectIds: [effectId], keep: [] }));
    return { kind: 'ended' };
  }
  if (booking.begun === 'busy') throw new DeliveryPostponed('another message to this person is being sent');
  if (booking.isOptedOut) throw new DeliveryDropped(optedOutReason);
  // It failed by this channel before, and another one has its turn. A press of Retry takes that from the effect.
  if (booking.begun === 'failed') return { kind: 'passed', reason: booking.failure };
  const { number, place, startsAt } = booking;
  if (!row || !teller.mayTell(row) || number === null) return pass(null);
  const stopped = stopReason(row, now);
  if (stopped !== undefined) return pass(stopped);
  const about = { row, booking, number, change, effectId, dependencies };
  const prepared = await teller.prepare(tx, context, about);
  if (prepared.kind === 'passed') return pass(prepared.reason);
  const { language, credits } = prepared;
  const notice = {
    bookingId,
    kind: change,
    channel,
    lead: place,
    startsAt,
    language,
    effectId,
    credits,
    now,
  };
  await run(tx, context, beginNotice({ ...notice, addressHash: hashAddress(number), account: row.account }));
  return prepared;
}
