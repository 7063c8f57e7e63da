import { defaultOrder, type NoticeChannel } from '@samay/contract/reach/notices';
import type { BusinessContext } from '../../../context/business-context.ts';
import { inTenant } from '../../../db/tenant.ts';
import { run, runTogether } from '../../../db/transaction.ts';
import { readInOneMessage } from '../../../db/read-in-one-message.ts';
import { DeliveryDropped, effectContext, enqueueEffect, type OutboxHandler } from '../../../outbox/index.ts';
import { listReached } from '../booking-events/queries.ts';
import { isMovedBack, type MailedChange, toldKinds } from '../booking-mails/pending-mails.ts';
import { readLaterMail } from '../booking-mails/queries.ts';
import { endReplaced } from '../booking-mails/replace-pending-mails.ts';
import { readOrder } from '../channels/queries.ts';
import { releaseNotices } from '../reminders/queries.ts';
import { readMailsOn } from '../notices/shown-queries.ts';
import { BookingNoticePayload } from './payload.ts';
import { listFailedSince, lockStatus, type ToldBooking } from './queries.ts';
import { tell } from './tell.ts';

/**
 * Outbox handler of `booking.notice`: tells a booking's person that it was made, moved or cancelled, unless its time
 * is past or it was moved back, by the first channel in the owner's order that reaches them and has not failed
 * them with this change. A mail is an effect of its own. Rejects with `DeliveryDropped` where none reaches them.
 */
export const sendBookingNotice: OutboxHandler = async (dependencies, payload, effect) => {
  const asked = BookingNoticePayload.parse(payload);
  const { change, from, isUnsure, after, appointmentId: bookingId } = asked;
  const context = effectContext(dependencies, effect);
  const { later, failed, orders, reached, mails } = await readInOneMessage(context, {
    later: readLaterMail({ effectId: effect.id }),
    failed: listFailedSince({ bookingId }),
    orders: readOrder({}),
    reached: listReached({ ids: [bookingId] }),
    mails: readMailsOn({}),
  });
  if (later.length > 0) {
    // A later message about the booking has replaced it.
    await inTenant({ ...context, isShown: false }, (tx) =>
      run(tx, context, releaseNotices({ effectIds: [effect.id], keep: [] })),
    );
    return;
  }
  const isDue = (booking: ToldBooking) => {
    const isBack = change === 'moved' && !isUnsure && from !== undefined && isMovedBack(booking, from);
    const { startsAt, status } = booking;
    return startsAt > context.now && !isBack && status === statusAfter(change);
  };
  const owners = orders[0]?.order ?? defaultOrder;
  const hasFailed = (channel: NoticeChannel) =>
    channel === after || failed.some((each) => each.channel === channel);
  const order = after ? owners.filter((channel) => !hasFailed(channel)) : owners;
  const byMail = dependencies.mail && mails[0]?.is_on && reached[0]?.byMail;
  let reason: string | null = null;
  for (const channel of order) {
    if (channel === 'mail') {
      if (byMail)
        return mailInstead(context, effect.id, { change, from, isUnsure, appointmentId: bookingId });
      continue;
    }
    const told = { effect, bookingId, change: toldKinds[change], channel, isDue };
    const passed = await tell(dependencies, context, told);
    if (!passed) return;
    reason = passed.reason ?? reason;
  }
  if (reason !== null) throw new DeliveryDropped(reason);
};

/** Returns the status of a booking of which a change is news. */
function statusAfter(change: MailedChange['change']): 'cancelled' | 'scheduled' {
  return change === 'cancelled' ? 'cancelled' : 'scheduled';
}

/**
 * Enqueues the mail about a change, unless the booking is in another state meanwhile or a later message about it
 * waits or has left. That is decided under the lock of the booking: a cancel of the same moment is before the
 * mail, which is not written then, or after it and takes it back as long as it has not left.
 */
async function mailInstead(
  context: BusinessContext,
  effectId: string,
  told: MailedChange & { readonly appointmentId: string },
): Promise<void> {
  const { tenantId, now } = context;
  const { appointmentId } = told;
  await inTenant({ ...context, isShown: false }, async (tx) => {
    // A try by another channel may wait since the owner has put email first.
    await endReplaced(tx, context, [effectId]);
    const { bookings, later } = await runTogether(tx, context, {
      bookings: lockStatus({ bookingId: appointmentId }),
      later: readLaterMail({ effectId }),
    });
    if (bookings[0]?.status !== statusAfter(told.change) || later.length > 0) return;
    const payload = { ...told, tenantId };
    await enqueueEffect(tx, now, { tenantId, kind: 'booking.mail', subject: appointmentId, payload });
  });
}
