import type { AccessToken } from '@samay/contract/identity/session';
import { send } from './send.ts';
import { serverNow } from './server-clock.ts';

/** Checks the token every 30 s and renews one that expires within 90 s (P-2.9). */
const checkEveryMs = 30_000;
const marginMs = 90_000;

/** The delay until a stored value reaches other tabs, which may be separate processes. */
const settleMs = 250;

/**
 * The timeout of a refresh, well below the ten seconds for which the server repeats a lost response
 * (server/src/modules/identity/session/policy.ts).
 */
const refreshTimeoutMs = 6000;

const tokenKey = 'authToken';
const expiryKey = 'authTokenExpiresAt';
const lastsKey = 'authTokenLasts';
/**
 * The storage key of the day sheet (day-sheet-store.ts), which is deleted with the session that
 * stored it.
 */
export const daySheetKey = 'samay-day-sheet';

export type RenewalResult = 'renewed' | 'ended' | 'unreachable';
export type TokenEvent = 'ended' | 'other-user';
type Message = { readonly kind: 'ended' } | { readonly kind: 'signed-in'; readonly user: string | null };

/** The browser's features that a tab uses; tests give two tabs the same storage and locks. */
export interface Tab {
  readonly storage: Storage;
  /**
   * The browser's locks; undefined if it has none (plain http on another machine): each tab then
   * renews separately.
   */
  readonly locks: Pick<LockManager, 'request'> | undefined;
  readonly channel: BroadcastChannel;
  readonly refresh: () => Promise<{ status: number; text: string }>;
  /** A cookie that ends with the browser, for sessions that are not remembered. */
  readonly sessionCookie: { set(): void; isSet(): boolean };
}

/**
 * The access token of this browser, shared by its tabs through localStorage `authToken`, renewed by
 * one tab at a time. Only a refusal (400, 401) ends the session; a server that is down or
 * unreachable does not.
 */
export class Tokens {
  readonly #tab: Tab;
  readonly #listeners = new Set<(event: TokenEvent) => void>();
  /** This tab's pending renewals, by the token that was refused. */
  readonly #underWay = new Map<string | undefined, Promise<RenewalResult>>();
  #user: string | null;

  constructor(tab: Tab) {
    this.#tab = tab;
    this.#user = getUser(tab.storage.getItem(tokenKey));
    tab.channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
      if (data.kind === 'ended') this.#tell('ended');
      else if (data.user !== this.#user) this.#tell('other-user');
    });
  }

  /**
   * Returns the token to send; null if there is none, or if it belongs to an earlier browser
   * session that was not to be remembered.
   */
  access(): string | null {
    const { storage, sessionCookie } = this.#tab;
    if (storage.getItem(lastsKey) === 'browser' && !sessionCookie.isSet()) this.#forget();
    return storage.getItem(tokenKey);
  }

  /**
   * Returns the id of the token's user; null without a token. For display only: the server decides.
   */
  userId(): string | null {
    return getUser(this.access());
  }

  /**
   * Stores the token of a new session and tells other tabs. With `remember` false the session ends
   * with the browser.
   */
  start(token: AccessToken, remember: boolean): void {
    const { storage, sessionCookie, channel } = this.#tab;
    storage.removeItem(daySheetKey);
    storage.setItem(lastsKey, remember ? 'remembered' : 'browser');
    if (!remember) sessionCookie.set();
    this.#store(token);
    this.#user = getUser(token.accessToken);
    channel.postMessage({ kind: 'signed-in', user: this.#user } satisfies Message);
  }

  /** Replaces the token of the running session, for example after its second factor was proven. */
  replace(token: AccessToken): void {
    if (this.access()) this.#store(token);
  }

  /** Ends the session in every tab of this browser. */
  end(): void {
    this.#forget();
    this.#tab.channel.postMessage({ kind: 'ended' } satisfies Message);
    this.#tell('ended');
  }

  /**
   * Renews the token, once for all tabs: a tab that finds a fresh token of another tab when it gets
   * the lock uses that one, and concurrent calls of one tab share one renewal. `stale` is the
   * refused token; without it, only a token that is about to expire is renewed.
   */
  renew(stale?: string): Promise<RenewalResult> {
    const running = this.#underWay.get(stale);
    if (running) return running;
    const renewal = this.#inTurn(() => this.#renewUnlessFresh(stale)).finally(() =>
      this.#underWay.delete(stale),
    );
    this.#underWay.set(stale, renewal);
    return renewal;
  }

  /**
   * Renews an expiring token: now, every 30 s, and when the tab wakes up or comes online. Returns
   * the function that stops it.
   */
  startRenewal(): () => void {
    const look = () => {
      if (this.access() && this.#isExpiring()) void this.renew();
    };
    const timer = setInterval(look, checkEveryMs);
    addEventListener('online', look);
    document.addEventListener('visibilitychange', look);
    look();
    return () => {
      clearInterval(timer);
      removeEventListener('online', look);
      document.removeEventListener('visibilitychange', look);
    };
  }

  /**
   * Calls the listener when the session ended or another user signed in in another tab. Returns the
   * function that removes the listener.
   */
  listen(listener: (event: TokenEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #tell(event: TokenEvent): void {
    this.#listeners.forEach((listener) => listener(event));
  }

  /**
   * Runs the work in one tab at a time. Its result is returned immediately; the lock is kept until
   * a new token has reached the other tabs.
   */
  async #inTurn(work: () => Promise<RenewalResult>): Promise<RenewalResult> {
    const { locks, storage } = this.#tab;
    if (!locks) return work();
    return new Promise((resolve, reject) => {
      void locks.request('samay-refresh', async () => {
        const before = storage.getItem(tokenKey);
        await work().then(resolve, reject);
        if (storage.getItem(tokenKey) !== before)
          await new Promise((settled) => setTimeout(settled, settleMs));
      });
    });
  }

  async #renewUnlessFresh(stale: string | undefined): Promise<RenewalResult> {
    const stored = this.access();
    if (!stored) return 'ended';
    if (stored !== stale && !this.#isExpiring()) return 'renewed';
    return this.#exchange(stored);
  }

  async #exchange(before: string): Promise<RenewalResult> {
    const { refresh } = this.#tab;
    // Tries twice: when the response to a rotation was lost, the server repeats it for ten seconds,
    // and never after that.
    const answer = (await refresh().catch(() => undefined)) ?? (await refresh().catch(() => undefined));
    // Ignores the response if the user signed out, or in again, during the request: it belongs to
    // an ended session.
    const now = this.access();
    if (now !== before) return now ? 'renewed' : 'ended';
    if (answer?.status === 200) {
      this.#store(JSON.parse(answer.text) as AccessToken);
      return 'renewed';
    }
    if (answer?.status !== 400 && answer?.status !== 401) return 'unreachable';
    this.end();
    return 'ended';
  }

  #isExpiring(): boolean {
    const expiresAt = Date.parse(this.#tab.storage.getItem(expiryKey) ?? '');
    return !(expiresAt - serverNow().getTime() > marginMs);
  }

  #store(token: AccessToken): void {
    this.#tab.storage.setItem(expiryKey, token.expiresAt);
    this.#tab.storage.setItem(tokenKey, token.accessToken);
  }

  #forget(): void {
    for (const key of [tokenKey, expiryKey, lastsKey, daySheetKey]) this.#tab.storage.removeItem(key);
    this.#user = null;
  }
}

/** Returns the user of a token, to notice another user; unverified, since the server decides. */
function getUser(token: string | null): string | null {
  try {
    const payload = token?.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/');
    return payload ? String((JSON.parse(atob(payload)) as { sub?: unknown }).sub) : null;
  } catch {
    return null; // The text is none of our tokens.
  }
}

const sessionCookieName = 'samay-open';

/** The access token of this tab. */
export const tokens = new Tokens({
  storage: localStorage,
  locks: navigator.locks,
  channel: new BroadcastChannel('samay-session'),
  refresh: () =>
    send({
      method: 'POST',
      path: '/api/session/refresh',
      headers: { 'X-Requested-With': 'samay' },
      timeoutMs: refreshTimeoutMs,
    }),
  sessionCookie: {
    set: () => {
      document.cookie = `${sessionCookieName}=1; path=/; SameSite=Strict`;
    },
    isSet: () => document.cookie.includes(`${sessionCookieName}=1`),
  },
});
