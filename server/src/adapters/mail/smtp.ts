import { createTransport } from 'nodemailer';
import { type Letter, type Mailer, MailNotTaken } from './port.ts';

const patience = { connectMs: 5_000, wholeMs: 10_000 };

/**
 * Sends by SMTP, one connection a letter. `url` is `smtp://` or `smtps://` with user and password where the mail server wants them; `from`
 * an address with or without a name. A letter is given up after 10 s, so that a server which accepts and never answers holds nobody.
 */
export function smtpMailer({ url, from }: { url: string; from: string }, { connectMs, wholeMs } = patience): Mailer {
  const transport = createTransport({
    url,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: wholeMs,
    dnsTimeout: connectMs,
    socketCloseTimeout: 0,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ to, subject, text }: Letter): Promise<void> {
      const signal = AbortSignal.timeout(wholeMs);
      // As one address, so that nothing in it is read as a second one.
      await transport.sendMail({ from, to: { name: '', address: to }, subject, text, signal }).catch((error: unknown) => {
        throw new MailNotTaken(reasonOf(error, signal.aborted));
      });
    },
  };
}

/** nodemailer's own message repeats the recipient's address. */
function reasonOf(error: unknown, isLate: boolean): string {
  if (isLate) return 'the mail server did not answer in time';
  const { responseCode, code } = error as { responseCode?: unknown; code?: unknown };
  if (typeof responseCode === 'number') return `the mail server answered ${responseCode}`;
  return `the mail server could not be reached (${typeof code === 'string' ? code : 'no code'})`;
}
