import { defaultDoctor } from '@samay/contract/bookings/appointments';
import { formatDate, formatTime, indiaDate, indiaTime, getWeekday } from '@samay/contract/core/time';
import { wording } from '@samay/contract/core/wording';
import type { Email } from '../../../adapters/mail/port.ts';
import { withoutLinks } from '../../../outbox/without-links.ts';
import type { MailedBooking } from './queries.ts';

type Change = 'created' | 'cancelled' | 'moved';

/** Date and time in India. */
interface Slot {
  readonly date: string;
  readonly time: string;
}

interface Content {
  readonly to: string;
  readonly change: Change;
  /** The place of a moved booking before the move. */
  readonly from?: Slot | undefined;
  /** The address of this Samay installation. */
  /** The address of the booking's own page. */
  readonly link: string | null;
  readonly publicUrl: string;
}

/** Writes the mail to a booking's person. Its links are the booking's own page and the privacy policy. */
export function writeEmail(booking: MailedBooking, { to, change, from, link, publicUrl }: Content): Email {
  const { businessType } = booking;
  const [personName, businessName] = [withoutLinks(booking.personName), withoutLinks(booking.businessName)];
  const noun = wording[businessType ?? 'doctor'].booking;
  const { subject, line } = subjectsAndLines({ ...booking, businessName }, noun, from)[change];
  const all = [booking.startsAt, ...booking.alsoAt].toSorted((one, other) => one.getTime() - other.getTime());
  const text = [
    `Hello ${personName},`,
    line,
    ...(all.length > 1
      ? [
          `The same goes for all of these ${all.length} dates:\n${all.map((at) => inWords(getSlot(at))).join('\n')}`,
        ]
      : []),
    ...(link && change !== 'cancelled' && all.length === 1 ? [`See, move or cancel it here: ${link}`] : []),
    `If you did not expect this email, please ask ${businessName}.`,
    `You get this email because ${businessName} manages your ${noun} with Samay. How your details are handled: ${publicUrl}/privacy-policy`,
  ];
  return { to, subject, text: text.join('\n\n') };
}

function subjectsAndLines(
  { doctor, startsAt, businessName }: MailedBooking,
  noun: string,
  from?: Slot,
): Record<Change, { subject: string; line: string }> {
  const withWhom = doctor === null || doctor === defaultDoctor ? '' : ` with ${withoutLinks(doctor)}`;
  const what = `Your ${noun}${withWhom} at ${businessName}`;
  const at = inWords(getSlot(startsAt));
  return {
    created: { subject: `Your ${noun} at ${businessName}`, line: `${what} is on ${at}.` },
    cancelled: {
      subject: `Your ${noun} at ${businessName} was cancelled`,
      line: `${what} on ${at} was cancelled.`,
    },
    moved: {
      subject: `Your ${noun} at ${businessName} was moved`,
      line: `${what} was moved ${from ? `from ${inWords(from)} ` : ''}to ${at}.`,
    },
  };
}

function getSlot(instant: Date): Slot {
  return { date: indiaDate(instant), time: indiaTime(instant) };
}

function inWords({ date, time }: Slot): string {
  return `${getWeekday(date)}, ${formatDate(date)} at ${formatTime(time)} (India time)`;
}
