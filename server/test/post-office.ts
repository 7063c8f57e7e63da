import type { MailedLink } from '@samay/contract/passwords';
import { deliverDue } from '../src/outbox/index.ts';
import { testApp, type TestApp } from './app.ts';
import { linkIn, type Mailbox, type ReceivedLetter, startMailbox } from './mailbox.ts';

/** The app with a real mail server beside it. */
export interface PostOffice extends TestApp {
  readonly box: Mailbox;
  /** Sends what is due and returns all that an address has got so far, oldest first. */
  lettersTo(email: string): Promise<ReceivedLetter[]>;
  /** The link in the newest letter to an address. */
  linkTo(email: string): Promise<MailedLink>;
}

export async function postOffice(options: Parameters<typeof testApp>[0] = {}): Promise<PostOffice> {
  const box = await startMailbox();
  const app = await testApp({ ...options, parts: { mail: box.mailer, ...options.parts } });
  const lettersTo = async (email: string) => {
    await deliverDue(app.parts);
    return box.letters(email);
  };
  return {
    ...app,
    box,
    lettersTo,
    async linkTo(email) {
      const newest = (await lettersTo(email)).at(-1);
      if (!newest) throw new Error(`nothing was mailed to ${email}`);
      return linkOf(linkIn(newest));
    },
    async close() {
      await app.close();
      await box.close();
    },
  };
}

/** What the page reads from the address of a link, in either form. */
export function linkOf({ searchParams, hash }: URL): MailedLink {
  const fragment = new URLSearchParams(hash.slice(1));
  const accessToken = fragment.get('access_token');
  if (accessToken) return { accessToken, refreshToken: fragment.get('refresh_token') ?? '' };
  return {
    token: searchParams.get('token') ?? '',
    type: searchParams.get('type') as 'recovery' | 'signup' | 'invite',
    email: searchParams.get('email') ?? '',
  };
}
