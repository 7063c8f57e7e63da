import { defaultDoctor } from '@samay/contract/appointments';
import { formatDate, formatTime, indiaDate, indiaTime } from '@samay/contract/time';
import type { Letter } from '../../adapters/mail/port.ts';
import type { Told } from './queries.ts';

type MailedChange = 'created' | 'cancelled' | 'moved';

/** A wall clock in India. */
interface Place {
  readonly date: string;
  readonly time: string;
}

/** The letter to a booking's person: whose, when in India, with whom. No links and nothing that opens anything. */
export function letterOf({ personName, personEmail, doctor, startsAt, businessName }: Told, change: MailedChange, from?: Place): Letter {
  const noun = doctor === null ? 'booking' : 'appointment';
  const withWhom = doctor === null || doctor === defaultDoctor ? '' : ` with ${doctor}`;
  const at = inWords({ date: indiaDate(startsAt), time: indiaTime(startsAt) });
  const news = {
    created: { subject: `Your ${noun} at ${businessName}`, line: `Your ${noun}${withWhom} at ${businessName} is on ${at}.` },
    cancelled: {
      subject: `Your ${noun} at ${businessName} was cancelled`,
      line: `Your ${noun}${withWhom} at ${businessName} on ${at} was cancelled.`,
    },
    moved: {
      subject: `Your ${noun} at ${businessName} was moved`,
      line: `Your ${noun}${withWhom} at ${businessName} was moved ${from ? `from ${inWords(from)} ` : ''}to ${at}.`,
    },
  }[change];
  const text = [`Hello ${personName},`, news.line, `If this is a surprise to you, please ask ${businessName}.`].join('\n\n');
  return { to: personEmail, subject: news.subject, text };
}

function inWords({ date, time }: Place): string {
  return `${formatDate(date)}, ${formatTime(time)} (India time)`;
}
