import type { ToldChange } from '@samay/contract/reach/changes/kinds';
import { composeChangeValues, getChangeTemplate } from '@samay/contract/reach/changes/templates';
import { addMinutes, indiaTime } from '@samay/contract/core/time';
import { defaultDoctor } from '@samay/contract/bookings/appointments';
import { composeBookingSecret } from '../../../context/booking-link.ts';
import type { BusinessContext } from '../../../context/business-context.ts';
import type { Dependencies } from '../../../context/dependencies.ts';
import type { Tx } from '../../../db/tenant.ts';
import { run, runTogether } from '../../../db/transaction.ts';
import { DeliveryDropped, DeliveryPostponed, type Effect } from '../../../outbox/index.ts';
import { hashAddress } from '../../../outbox/mail-counts.ts';
import { withoutLinks } from '../../../outbox/without-links.ts';
import { beginInOrder } from '../channels/in-order.ts';
import { lockChannels } from '../channels/queries.ts';
import { stopReason } from '../channels/rules.ts';
import { getWhatsAppNumber, takeCredit } from '../notices/by-whatsapp.ts';
import { composeReference } from '../notices/note-report.ts';
import type { Passed, Prepared } from '../notices/number-sender.ts';
import { beginNotice, failByChannel, releaseNotices } from '../notices/queries.ts';
import { sendBegun } from '../notices/send-begun.ts';
import { readToldBooking, type ToldBooking } from './queries.ts';

/** The tries by WhatsApp, a quarter of an hour in all, before mail has its turn. */
const mostTries = 10;

interface Asked {
  readonly effect: Effect;
  readonly bookingId: string;
  readonly change: ToldChange;
  /** Returns whether the person is to be told, as the booking is now. */
  readonly isDue: (booking: ToldBooking) => boolean;
}

/**
 * Tells a booking's person of a change by WhatsApp. Returns undefined where it was sent or nothing is to
 * be told, and otherwise why the next channel has its turn. Rejects with `DeliveryDropped` where the
 * person wants no notices.
 */
export async function tell(
  dependencies: Dependencies,
  context: BusinessContext,
  asked: Asked,
): Promise<Passed | undefined> {
  const { effect, bookingId } = asked;
  const begun = await beginInOrder(context, (tx) => begin(tx, context, asked, dependencies));
  if (begun.kind === 'ended') return undefined;
  if (begun.kind === 'passed') return begun;
  const mayWait = () => effect.attempts < mostTries;
  return sendBegun(context, { effectId: effect.id, bookingId, channel: 'whatsapp', begun, mayWait });
}

/** Begins the notice of a change under the lock of the channels. */
async function begin(
  tx: Tx,
  context: BusinessContext,
  { effect: { id: effectId, attempts }, bookingId, change, isDue }: Asked,
  dependencies: Dependencies,
): Promise<{ readonly kind: 'ended' } | Passed | Prepared> {
  const { now } = context;
  const { channels, bookings } = await runTogether(tx, context, {
    channels: lockChannels({}),
    bookings: readToldBooking({ bookingId, kind: change, effectId, now }),
  });
  const [booking] = bookings;
  const row = channels.find(({ channel, isOn }) => channel === 'whatsapp' && isOn);
  const pass = async (reason: string | null): Promise<Passed> => {
    if (reason !== null)
      await run(tx, context, failByChannel({ effectId, channel: 'whatsapp', bookingId, reason, now }));
    await run(tx, context, releaseNotices({ effectIds: [effectId], keep: [] }));
    return { kind: 'passed', reason };
  };
  const isOver = booking?.begun === 'sent' || booking?.begun === 'elsewhere';
  if (!booking || isOver || !isDue(booking)) {
    await run(tx, context, releaseNotices({ effectIds: [effectId], keep: [] }));
    return { kind: 'ended' };
  }
  if (booking.begun === 'busy') throw new DeliveryPostponed('another message to this person is being sent');
  if (booking.isOptedOut) throw new DeliveryDropped('the person wants no more notices');
  // A worker died before it noted what follows; by the first try after an owner's press all begins once more.
  if (booking.begun === 'failed' && attempts > 1) return { kind: 'passed', reason: booking.failure };
  if (!row?.tellsChanges || booking.number === null) return pass(null);
  const stopped = stopReason(row, now);
  if (stopped !== undefined) return pass(stopped);
  const channel = getWhatsAppNumber(context, row, dependencies);
  if (!channel) return pass(null);
  const language = booking.language ?? booking.businessLanguage;
  const businessType = booking.businessType ?? 'doctor';
  const template = getChangeTemplate(language, businessType, change);
  const link = composeBookingSecret(dependencies.secrets, booking);
  if (link === null && template.open !== null) return pass('the booking has no page of its own');
  const credits = await takeCredit(tx, context, {
    row,
    taken: booking.credits,
    settings: dependencies.settings,
  });
  if (typeof credits !== 'number') return pass(credits.reason);
  const addressHash = hashAddress(booking.number);
  const { startsAt, place } = booking;
  const { account } = row;
  await run(
    tx,
    context,
    beginNotice({
      bookingId,
      kind: change,
      channel: 'whatsapp',
      lead: place,
      startsAt,
      language,
      addressHash,
      effectId,
      credits,
      account,
      now,
    }),
  );
  const values = composeChangeValues(language, {
    businessType,
    business: withoutLinks(booking.business),
    bookings: presentDates(booking),
    begins: booking.lateUntil && indiaTime(booking.lateUntil),
  });
  const message = {
    to: `91${booking.number}`,
    template: template.name,
    language,
    values: template.order.map((name) => values[name]),
    link: template.open === null ? null : link,
    answer: null,
    reference: composeReference(context.tenantId, effectId),
  };
  return { kind: 'prepared', language, credits, send: async () => channel.send(message) };
}

/** Presents a booking and the dates that were changed with it. */
function presentDates({ personName, doctor, resource, minutes, date, time, alsoAt }: ToldBooking) {
  const named = resource ?? doctor;
  const facts = {
    person: withoutLinks(personName),
    resource: named === null || named === defaultDoctor ? null : withoutLinks(named),
    link: null,
  };
  const all = [{ date, time }, ...alsoAt].toSorted((one, other) =>
    `${one.date} ${one.time}`.localeCompare(`${other.date} ${other.time}`),
  );
  return all.map((at) => {
    const begins = at.time.slice(0, 5);
    return { ...facts, date: at.date, time: begins, endTime: addMinutes(begins, minutes ?? 0) };
  });
}
