import { indiaDate, indiaTime } from '@samay/contract/core/time';
import { readInOneMessage } from '../../../db/read-in-one-message.ts';
import { asPlatform } from '../../../db/tenant.ts';
import type { OutboxHandler } from '../../../outbox/index.ts';
import { DeliveryDropped, effectContext } from '../../../outbox/index.ts';
import { consumeAllowances, releaseAllowances } from '../../../outbox/mail-counts.ts';
import { dailyLimitOf } from './daily-limit.ts';
import { emailOf } from './email-template.ts';
import { BookingMailPayload } from './pending-mails.ts';
import { type MailedBooking, readBookingForDelivery, readLaterMail } from './queries.ts';

/**
 * Handles `booking.mail`: mails a booking's person about a change. Sends nothing once the business
 * has switched mails off, nothing to who has no email, nothing about a time that is past (a desk
 * also records who was there), and nothing about a move back to where the booking was. Rejects with
 * `EmailNotAccepted`, and with `DeliveryDropped` where a later mail has replaced it or the address
 * has reached its daily limit. The booking is read inside its business; the limit counts the mails
 * of all businesses, so it is counted on the platform.
 */
export const sendBookingMail: OutboxHandler = async (dependencies, payload, effect) => {
  const { change, from, appointmentId } = BookingMailPayload.parse(payload);
  const context = effectContext(dependencies, effect);
  const { now, tenantId } = context;
  const read = await readInOneMessage(context, {
    found: readBookingForDelivery({ appointmentId }),
    later: readLaterMail({ effectId: effect.id }),
  });
  if (read.later.length > 0) throw new DeliveryDropped('a later email about the booking has replaced it');
  const [booking] = read.found;
  if (!booking || booking.startsAt <= now || (from && isAt(booking, from))) return;
  const { personEmail: to } = booking;
  if (to === null) return;
  const recipient = dailyLimitOf(to, tenantId, {
    now,
    most: dependencies.settings.limits.bookingMailsPerEmail,
  });
  if (!(await asPlatform(dependencies, (tx) => consumeAllowances(tx, recipient, now))))
    throw new DeliveryDropped('the daily limit of emails to this address is reached');
  await dependencies.mail
    ?.send(emailOf(booking, { to, change, from, publicUrl: dependencies.settings.publicUrl }))
    .catch(async (error: unknown) => {
      await asPlatform(dependencies, (tx) => releaseAllowances(tx, recipient));
      throw error;
    });
};

function isAt({ startsAt }: MailedBooking, { date, time }: { date: string; time: string }): boolean {
  return indiaDate(startsAt) === date && indiaTime(startsAt) === time;
}
