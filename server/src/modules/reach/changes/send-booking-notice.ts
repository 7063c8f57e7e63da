import { indiaDate, indiaTime } from '@samay/contract/core/time';
import { inTenant } from '../../../db/tenant.ts';
import { run } from '../../../db/transaction.ts';
import { readInOneMessage } from '../../../db/read-in-one-message.ts';
import { DeliveryDropped, effectContext, enqueueEffect, type OutboxHandler } from '../../../outbox/index.ts';
import { listReached } from '../booking-events/queries.ts';
import { readLaterMail } from '../booking-mails/queries.ts';
import { releaseNotices } from '../notices/queries.ts';
import { BookingNoticePayload, toldKinds } from './payload.ts';
import { tell } from './tell.ts';

/**
 * Outbox handler of `booking.notice`: tells a booking's person by WhatsApp that it was made, moved or
 * cancelled, unless its time is past or it was moved back. A person who is not reached there gets the mail
 * instead, as an effect of its own. Rejects with `DeliveryDropped` where neither reaches them.
 */
export const sendBookingNotice: OutboxHandler = async (dependencies, payload, effect) => {
  const asked = BookingNoticePayload.parse(payload);
  const { change, from, appointmentId: bookingId } = asked;
  const context = effectContext(dependencies, effect);
  const { later } = await readInOneMessage(context, { later: readLaterMail({ effectId: effect.id }) });
  if (later.length > 0) {
    // A later message about the booking has replaced it.
    await inTenant({ ...context, isShown: false }, (tx) =>
      run(tx, context, releaseNotices({ effectIds: [effect.id], keep: [] })),
    );
    return;
  }
  const passed = await tell(dependencies, context, {
    effect,
    bookingId,
    change: toldKinds[change],
    isDue: ({ startsAt, status }) => {
      const isBack =
        change === 'moved' && from?.date === indiaDate(startsAt) && from.time === indiaTime(startsAt);
      return (
        startsAt > context.now && !isBack && status === (change === 'cancelled' ? 'cancelled' : 'scheduled')
      );
    },
  });
  if (!passed) return;
  const { reached } = await readInOneMessage(context, { reached: listReached({ ids: [bookingId] }) });
  if (reached[0]?.byMail && dependencies.mail)
    return inTenant({ ...context, isShown: false }, (tx) =>
      enqueueEffect(tx, context.now, {
        tenantId: context.tenantId,
        kind: 'booking.mail',
        subject: bookingId,
        payload: asked,
      }),
    );
  if (passed.reason !== null) throw new DeliveryDropped(passed.reason);
};
