import { defaultDoctor } from '@samay/contract/bookings/appointments';
import { formatDate, formatTime, indiaDate, indiaTime, weekdayOf } from '@samay/contract/core/time';
import { wording } from '@samay/contract/core/wording';
import type { Letter } from '../../../adapters/mail/port.ts';
import { withoutLinks } from '../../../outbox/without-links.ts';
import type { Told } from './queries.ts';

type MailedChange = 'created' | 'cancelled' | 'moved';

/** A wall clock in India. */
interface Place {
  readonly date: string;
  readonly time: string;
}

interface News {
  readonly change: MailedChange;
  /** Where it was moved from. */
  readonly from?: Place | undefined;
  /** The address that people open Samay at. */
  readonly publicUrl: string;
}

/** The letter to a booking's person: whose, when in India, with whom. Its one link opens nothing: what is done with their details. */
export function letterOf(told: Told, { change, from, publicUrl }: News): Letter {
  const { personEmail, businessType } = told;
  const [personName, businessName] = [withoutLinks(told.personName), withoutLinks(told.businessName)];
  const noun = wording[businessType ?? 'doctor'].booking;
  const { subject, line } = newsOf({ ...told, businessName }, noun, from)[change];
  const text = [
    `Hello ${personName},`,
    line,
    `If you did not expect this email, please ask ${businessName}.`,
    `You get this email because ${businessName} manages your ${noun} with Samay. How your details are handled: ${publicUrl}/privacy-policy`,
  ];
  return { to: personEmail, subject, text: text.join('\n\n') };
}

function newsOf(
  { doctor, startsAt, businessName }: Told,
  noun: string,
  from?: Place,
): Record<MailedChange, { subject: string; line: string }> {
  const withWhom = doctor === null || doctor === defaultDoctor ? '' : ` with ${withoutLinks(doctor)}`;
  const what = `Your ${noun}${withWhom} at ${businessName}`;
  const at = inWords({ date: indiaDate(startsAt), time: indiaTime(startsAt) });
  return {
    created: { subject: `Your ${noun} at ${businessName}`, line: `${what} is on ${at}.` },
    cancelled: { subject: `Your ${noun} at ${businessName} was cancelled`, line: `${what} on ${at} was cancelled.` },
    moved: {
      subject: `Your ${noun} at ${businessName} was moved`,
      line: `${what} was moved ${from ? `from ${inWords(from)} ` : ''}to ${at}.`,
    },
  };
}

function inWords({ date, time }: Place): string {
  return `${weekdayOf(date)}, ${formatDate(date)} at ${formatTime(time)} (India time)`;
}
