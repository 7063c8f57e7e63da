import type { ClosingBooking } from '@samay/contract/bookings/closings';
import { readTelephone } from '@samay/contract/core/telephone';
import { type LocalDate, formatTime, formatWeekday, type LocalTime } from '@samay/contract/core/time';

interface From {
  /** The name of the business. */
  readonly business: string;
  /** The word for a booking. */
  readonly booking: string;
  /** The reason of the closing. */
  readonly reason: string;
}

/**
 * Returns the message that tells a person what became of their booking; undefined if nothing did, or
 * is known yet.
 */
export function tellText(
  { booking, from, action, to, state }: ClosingBooking,
  { business, booking: word, reason }: From,
): string | undefined {
  if (!booking || state !== 'done' || action === 'keep') return undefined;
  const start = `Hello ${booking.personName}, your ${word} at ${business} on ${textOf(from)}`;
  if (action === 'cancel') return `${start} had to be cancelled (${reason}). We are sorry.`;
  if (!to) return undefined;
  const doctor = booking.doctor === null ? '' : ` with ${booking.doctor}`;
  return `${start} has moved to ${textOf(to)}${doctor} (${reason}). We are sorry. Please tell us if it does not suit you.`;
}

/** Returns the address that opens a WhatsApp chat with a text; undefined without a mobile number. */
export function whatsAppAddress(contact: string, text: string): string | undefined {
  const number = readTelephone(contact)?.number ?? '';
  const international = /^[6-9]\d{9}$/.test(number) ? `91${number}` : /^\+(\d{6,15})$/.exec(number)?.[1];
  return international && `https://wa.me/${international}?text=${encodeURIComponent(text)}`;
}

function textOf({ date, time }: { date: LocalDate; time: LocalTime }): string {
  return `${formatWeekday(date)}, ${formatTime(time)}`;
}
