import type { Transporter } from 'nodemailer';
import { loadOnce } from '../../core/load-once.ts';
import { type Email, type Mailer, EmailNotAccepted } from './port.ts';

const timeouts = { connectMs: 5_000, wholeMs: 10_000 };

/**
 * Sends by SMTP, one connection per email. `url` is `smtp://` or `smtps://`, with user and password
 * if the mail server needs them; `from` is an address with or without a name. Sending times out
 * after 10 s, so that a server which never answers blocks nothing. The library is imported by the
 * first email.
 */
export function smtpMailer(
  { url, from }: { url: string; from: string },
  { connectMs, wholeMs } = timeouts,
): Mailer {
  const opened = loadOnce(() => openTransport(url, { connectMs, wholeMs }));
  return {
    async send({ to, subject, text, unsubscribe }: Email): Promise<void> {
      const transport = await opened();
      // RFC 8058: a mail program posts `List-Unsubscribe=One-Click` to the address.
      const list = unsubscribe && {
        list: { unsubscribe },
        headers: { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
      };
      const signal = AbortSignal.timeout(wholeMs);
      // Passed as an object, so that no part of it is parsed as a second address.
      await transport
        .sendMail({ from, to: { name: '', address: to }, subject, text, signal, ...list })
        .catch((error: unknown) => {
          const mayArrive = signal.aborted || (error as { code?: unknown }).code === 'ETIMEDOUT';
          throw new EmailNotAccepted(describeFailure(error, signal.aborted), { mayArrive });
        });
    },
  };
}

async function openTransport(url: string, { connectMs, wholeMs }: typeof timeouts): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: wholeMs,
    dnsTimeout: connectMs,
    socketCloseTimeout: 0,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** Returns the reason without nodemailer's own message, which repeats the recipient's address. */
function describeFailure(error: unknown, isLate: boolean): string {
  if (isLate) return 'the mail server did not answer in time';
  const { responseCode, code } = error as { responseCode?: unknown; code?: unknown };
  if (typeof responseCode === 'number') return `the mail server answered ${responseCode}`;
  return `the mail server could not be reached (${typeof code === 'string' ? code : 'no code'})`;
}
