import { startMailServer } from '../../sandbox/src/mail-server.ts';
import type { Mailer } from '../src/adapters/mail/port.ts';
import { smtpMailer } from '../src/adapters/mail/smtp.ts';

export interface ReceivedLetter {
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  /** The mail server's answer to it, by its mode. */
  readonly mode: string;
}

/** A real mail server, the sandbox's, and the mailer that speaks to it. */
export interface Mailbox {
  readonly mailer: Mailer;
  readonly url: string;
  /** Oldest first; to one address where one is given. */
  letters(to?: string): ReceivedLetter[];
  /** `ok`, `later` (451), `refuse` (550), `hang` or `close`. */
  setMode(mode: string): void;
  close(): Promise<void>;
}

/** `patience` in milliseconds, where a test cannot wait for the usual ten seconds. */
export async function startMailbox(patience?: { connectMs: number; wholeMs: number }): Promise<Mailbox> {
  const { party, close } = await startMailServer(0);
  return {
    mailer: smtpMailer({ url: party.address, from: 'Samay <no-reply@samay.example>' }, patience),
    url: party.address,
    letters: (to) =>
      party.arrivals
        .map(({ content, mode }) => ({ ...(content as unknown as Omit<ReceivedLetter, 'mode'>), mode }))
        .filter((letter) => to === undefined || letter.to.includes(to))
        .toReversed(),
    setMode(mode) {
      if (!party.setMode(mode)) throw new Error(`the mail server knows no mode ${mode}`);
    },
    close,
  };
}

/** The one link in a letter, as an address. */
export function linkIn({ text }: ReceivedLetter): URL {
  const [link] = /https?:\/\/\S*\/update-password\S+/.exec(text) ?? [];
  if (!link) throw new Error(`no link in: ${text}`);
  return new URL(link);
}
