import { startIdentityServer } from '../../sandbox/src/identity-server.ts';
import { IdentityVisitor } from '../../sandbox/src/identity-visitor.ts';
import { beginGoogleSignIn, completeGoogleSignIn } from '@samay/contract/google-sign-in';
import { googleIdentity } from '../src/adapters/identity/google.ts';
import type { IdentityProvider } from '../src/adapters/identity/port.ts';
import type { Browser, BrowserReply } from './browser.ts';

/** What a person does at the pretend Google: a known one by their address, or one typed in; `subject` is Google's number for them. */
export interface GoogleAccount {
  readonly email: string;
  readonly name?: string;
  readonly verification?: 'yes' | 'no' | 'silent' | 'text';
  readonly subject?: string;
}

export interface Google {
  readonly identity: IdentityProvider;
  readonly issuer: string;
  setMode(mode: 'ok' | 'deny' | 'error' | 'slow' | 'down' | 'nonsense' | 'forged' | 'replayed'): void;
  close(): Promise<void>;
}

/** The pretend Google, and the server's own way to it, with little patience. */
export async function startGoogle(timeoutMs = 1500): Promise<Google> {
  const server = await startIdentityServer(0, { slowMs: timeoutMs * 3 });
  const issuer = server.party.address;
  return {
    identity: googleIdentity({ issuer, clientId: 'sandbox-client', clientSecret: 'sandbox-secret' }, { timeoutMs }),
    issuer,
    setMode: (mode) => void server.party.setMode(mode),
    close: () => server.close(),
  };
}

/** The whole way: begins in a browser, chooses an account there, comes back. */
export async function signInWithGoogle(browser: Browser, account: GoogleAccount, remember = false): Promise<BrowserReply> {
  return complete(browser, await answerOf(await begin(browser, remember), account));
}

/** Begins, and returns the address at Google. */
export async function begin(browser: Browser, remember = false): Promise<string> {
  const { status, body } = await browser.send(beginGoogleSignIn, { body: { remember }, token: false });
  if (status !== 201) throw new Error(`could not begin: ${status}`);
  return String(body['url']);
}

/** What Google sends a person back with who says yes. */
export async function answerOf(address: string, account: GoogleAccount): Promise<Record<string, string>> {
  const known = { verification: 'yes', name: 'Leela Fernandes', ...account };
  return Object.fromEntries(new URL(await new IdentityVisitor().signIn(address, known)).searchParams);
}

export async function complete(browser: Browser, answer: Record<string, string>): Promise<BrowserReply> {
  const reply = await browser.send(completeGoogleSignIn, { body: answer, token: false });
  if (reply.status === 201) browser.accessToken = reply.body.accessToken;
  return reply;
}
