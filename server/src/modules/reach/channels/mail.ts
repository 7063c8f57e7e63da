import { type Email, EmailNotAccepted, type Mailer } from '../../../adapters/mail/port.ts';
import type { NoticeChannel } from '../../../adapters/channels/port.ts';

/** Adapts the mail server: what it does not accept is tried again. */
export function mailChannel(mailer: Mailer): NoticeChannel<Email> {
  return {
    send: async (email) => {
      try {
        await mailer.send(email);
        return { kind: 'accepted', providerId: null };
      } catch (error) {
        if (error instanceof EmailNotAccepted) return { kind: 'later', reason: error.message };
        throw error;
      }
    },
  };
}
