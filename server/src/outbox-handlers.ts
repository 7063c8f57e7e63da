import { z } from 'zod';
import { mailBookingNow, revokeNow, syncEventNow, sendHookNow } from './modules/reach/index.ts';
import { sendLink } from './modules/identity/index.ts';
import type { Dependencies } from './context/dependencies.ts';
import type { Effect } from './outbox/queries.ts';

/** Does what an effect says, or rejects and is called again later: the same effect may come twice. */
type Deliver = (dependencies: Dependencies, payload: unknown, effect: Effect) => Promise<void>;

const Letter = z.strictObject({ to: z.string(), subject: z.string(), text: z.string() });

const byMail: Readonly<Record<string, Deliver>> = {
  mail: async ({ mail }, payload) => mail?.send(Letter.parse(payload)),
  link: sendLink,
  'booking.mail': mailBookingNow,
};

const toCalendar: Readonly<Record<string, Deliver>> = {
  'calendar.create': syncEventNow,
  'calendar.move': syncEventNow,
  'calendar.cancel': syncEventNow,
  'calendar.revoke': revokeNow,
};

const toReceivers: Readonly<Record<string, Deliver>> = {
  'webhook.calendar_event': sendHookNow,
  'webhook.cancel': sendHookNow,
};

/** What this process can deliver, by kind. Without a mail server, letters stay where they are; so it is with calendars. */
export function outboxHandlersOf({ mail, calendar }: Pick<Dependencies, 'mail' | 'calendar'>): Readonly<Record<string, Deliver>> {
  return { ...toReceivers, ...(mail && byMail), ...(calendar && toCalendar) };
}
