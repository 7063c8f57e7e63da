import { readInOneMessage } from '../../../db/read-in-one-message.ts';
import { composeBookingLink } from '../../../context/booking-link.ts';
import { asPlatform } from '../../../db/tenant.ts';
import { DeliveryDropped, effectContext, type OutboxHandler, optedOutReason } from '../../../outbox/index.ts';
import { consumeAllowances, releaseAllowances } from '../../../outbox/mail-counts.ts';
import { limitDaily } from '../sending/daily-limit.ts';
import { writeEmail } from './email-template.ts';
import { BookingMailPayload, isMovedBack, isSameStart } from './pending-mails.ts';
import { readBookingForDelivery, readLaterMail } from './queries.ts';

/**
 * Outbox handler of `booking.mail`: mails a booking's person about a change, unless mails are off,
 * they have no email, the time is past (a desk also records past visits), it was moved back, or it is
 * cancelled meanwhile or no longer.
 * Rejects with `EmailNotAccepted`, and with `DeliveryDropped` if a later mail has replaced it, where the
 * person wants no more notices, which the booking then says, or beyond the daily limit, which the platform
 * counts over all businesses.
 */
export const sendBookingMail: OutboxHandler = async (dependencies, payload, effect) => {
  const { change, from, isUnsure, appointmentId } = BookingMailPayload.parse(payload);
  const context = effectContext(dependencies, effect);
  const { now, tenantId } = context;
  const read = await readInOneMessage(context, {
    found: readBookingForDelivery({ appointmentId }),
    later: readLaterMail({ effectId: effect.id }),
  });
  if (read.later.length > 0) throw new DeliveryDropped('a later email about the booking has replaced it');
  const [booking] = read.found;
  if (!booking || booking.startsAt <= now || booking.isCancelled !== (change === 'cancelled')) return;
  if (change === 'moved' && from && !isUnsure && isMovedBack(booking, from)) return;
  const { personEmail: to } = booking;
  if (to === null) return;
  if (booking.isOptedOut) throw new DeliveryDropped(optedOutReason);
  const recipient = limitDaily(to, tenantId, {
    now,
    most: dependencies.settings.limits.bookingMailsPerEmail,
  });
  if (!(await asPlatform(dependencies, (tx) => consumeAllowances(tx, recipient, now))))
    throw new DeliveryDropped('the daily limit of emails to this address is reached');
  const link = composeBookingLink(dependencies, booking);
  // One to another doctor or court at the same time names no time before.
  const before = from && isSameStart(booking.startsAt, from) ? undefined : from;
  const { publicUrl } = dependencies.settings;
  await dependencies.mail
    ?.send(writeEmail(booking, { to, change, from: before, link, publicUrl }))
    .catch(async (error: unknown) => {
      await asPlatform(dependencies, (tx) => releaseAllowances(tx, recipient));
      throw error;
    });
};
