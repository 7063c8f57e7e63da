import { indiaDate, indiaTime } from '@samay/contract/core/time';
import type { z } from 'zod';
import type { BusinessContext } from '../../../context/business-context.ts';
import { inTenant } from '../../../db/tenant.ts';
import { run } from '../../../db/transaction.ts';
import { readInOneMessage } from '../../../db/read-in-one-message.ts';
import { DeliveryDropped, effectContext, enqueueEffect, type OutboxHandler } from '../../../outbox/index.ts';
import { listReached } from '../booking-events/queries.ts';
import { readLaterMail } from '../booking-mails/queries.ts';
import { releaseNotices } from '../notices/queries.ts';
import { readMailsOn } from '../notices/shown-queries.ts';
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
  const { reached, mails } = await readInOneMessage(context, {
    reached: listReached({ ids: [bookingId] }),
    mails: readMailsOn({}),
  });
  if (dependencies.mail && mails[0]?.is_on && reached[0]?.byMail)
    return mailInstead(context, effect.id, { ...asked, tenantId: context.tenantId });
  if (passed.reason !== null) throw new DeliveryDropped(passed.reason);
};

/** Enqueues the mail about a change, unless a later message about the booking waits or has left. */
async function mailInstead(
  context: BusinessContext,
  effectId: string,
  payload: z.infer<typeof BookingNoticePayload>,
): Promise<void> {
  const { tenantId, now } = context;
  await inTenant({ ...context, isShown: false }, async (tx) => {
    if ((await run(tx, context, readLaterMail({ effectId }))).length > 0) return;
    await enqueueEffect(tx, now, { tenantId, kind: 'booking.mail', subject: payload.appointmentId, payload });
  });
}
