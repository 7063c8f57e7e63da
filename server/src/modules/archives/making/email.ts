import type { Email } from '../../../adapters/mail/port.ts';
import { formatInstant } from '@samay/contract/core/time';

/** Writes the email to the owner who asked. It names nobody, and its link opens nothing by itself. */
export function readyEmail(home: string, expiresAt: Date): Omit<Email, 'to'> {
  return {
    subject: 'Your export from Samay is ready',
    text: `The archive with everything of your business is ready. Sign in and download it here:

${home}/settings/business

It can be downloaded until ${formatInstant(expiresAt.toISOString())}, once completely. Keep it where only you can read it: it has the names and numbers of all people.

If you did not ask for it, change your password and end your other sessions in Settings.`,
  };
}
