import type { AccessToken } from '@samay/contract/identity/session';
import { now } from '@samay/contract/core/time';
import { send } from './send.ts';

/** The specification's numbers (section 9): look every 30 s, renew what expires within 90 s. */
const checkEveryMs = 30_000;
const marginMs = 90_000;

/** Tabs may be processes of their own, and what one stores reaches the next a moment later. */
const settleMs = 250;

/** Well within the ten seconds for which the server repeats an answer that was lost (server/src/modules/identity/session/policy.ts). */
const patienceMs = 6000;

const tokenKey = 'authToken';
const expiryKey = 'authTokenExpiresAt';
const lastsKey = 'authTokenLasts';
/** What this device keeps of the day (day-sheet-store.ts) ends with the session that kept it. */
export const daySheetKey = 'samay-day-sheet';

export type Renewal = 'renewed' | 'ended' | 'unreachable';
export type TokenEvent = 'ended' | 'other-user';
type Message = { readonly kind: 'ended' } | { readonly kind: 'signed-in'; readonly user: string | null };

/** What one tab needs of its browser; tests give two tabs the same storage and locks. */
export interface Tab {
  readonly storage: Storage;
  /** Absent where the browser has none (plain http on another machine): each tab then renews for itself. */
  readonly locks: Pick<LockManager, 'request'> | undefined;
  readonly channel: BroadcastChannel;
  readonly refresh: () => Promise<{ status: number; text: string }>;
  /** A mark that dies with the browser, for sessions that are not remembered. */
  readonly mark: { set(): void; isSet(): boolean };
}

export type Tokens = ReturnType<typeof createTokens>;

/**
 * The access token of this browser, shared by its tabs through localStorage `authToken`, renewed by one tab at a time.
 * Only a refusal (400, 401) ends the session; a server that is down or unreachable never does.
 */
export function createTokens({ storage, locks, channel, refresh, mark }: Tab) {
  const listeners = new Set<(event: TokenEvent) => void>();
  /** The renewals that this tab waits for, by the token that was refused. */
  const underWay = new Map<string | undefined, Promise<Renewal>>();
  let user = userOf(storage.getItem(tokenKey));
  const tell = (event: TokenEvent) => listeners.forEach((listener) => listener(event));

  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data.kind === 'ended') tell('ended');
    else if (data.user !== user) tell('other-user');
  });

  /** The token to send, or null: none, or left by a browser session that was not to be remembered. */
  function access(): string | null {
    if (storage.getItem(lastsKey) === 'browser' && !mark.isSet()) forget();
    return storage.getItem(tokenKey);
  }

  /** Who the token is for; null where there is none. Display only, the server decides. */
  function holder(): string | null {
    return userOf(access());
  }

  /** After a sign-in. `remember` false: the session ends with the browser. Other tabs learn of it. */
  function begin(token: AccessToken, remember: boolean): void {
    storage.removeItem(daySheetKey);
    storage.setItem(lastsKey, remember ? 'remembered' : 'browser');
    if (!remember) mark.set();
    store(token);
    user = userOf(token.accessToken);
    channel.postMessage({ kind: 'signed-in', user } satisfies Message);
  }

  /** A token that says more of the same session, such as that its second factor was proven. */
  function adopt(token: AccessToken): void {
    if (access()) store(token);
  }

  /** Ends the session in every tab of this browser. */
  function end(): void {
    forget();
    channel.postMessage({ kind: 'ended' } satisfies Message);
    tell('ended');
  }

  /**
   * Replaces the token, once over all tabs: a tab that finds another's fresh token after its turn came uses that one, and what a tab
   * asks several times at once is asked once. `stale` is the token known to be refused; without it only a nearly expired token is replaced.
   */
  function renew(stale?: string): Promise<Renewal> {
    const asked = underWay.get(stale);
    if (asked) return asked;
    const renewal = inTurn(() => renewUnlessFresh(stale)).finally(() => underWay.delete(stale));
    underWay.set(stale, renewal);
    return renewal;
  }

  /** Looks now, every 30 s, and whenever the tab wakes up or comes online; returns how to stop. */
  function keepFresh(): () => void {
    const look = () => {
      if (access() && isExpiring()) void renew();
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

  /** Hears that the session ended or that another user signed in in another tab; returns how to stop. */
  function listen(listener: (event: TokenEvent) => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  /** One tab at a time. The answer is there at once; the next tab's turn comes when a new token has reached it. */
  async function inTurn(work: () => Promise<Renewal>): Promise<Renewal> {
    if (!locks) return work();
    return new Promise((resolve, reject) => {
      void locks.request('samay-refresh', async () => {
        const before = storage.getItem(tokenKey);
        await work().then(resolve, reject);
        if (storage.getItem(tokenKey) !== before) await new Promise((settled) => setTimeout(settled, settleMs));
      });
    });
  }

  async function renewUnlessFresh(stale: string | undefined): Promise<Renewal> {
    const stored = access();
    if (!stored) return 'ended';
    if (stored !== stale && !isExpiring()) return 'renewed';
    return exchange(stored);
  }

  async function exchange(before: string): Promise<Renewal> {
    // What rotated the session may have been answered in vain: for ten seconds the server gives the same answer again, and then never.
    const answer = (await refresh().catch(() => undefined)) ?? (await refresh().catch(() => undefined));
    // Signed out, or in anew, while the answer was on its way: it speaks of a session that is over.
    if (access() !== before) return access() ? 'renewed' : 'ended';
    if (answer?.status === 200) {
      store(JSON.parse(answer.text) as AccessToken);
      return 'renewed';
    }
    if (answer?.status !== 400 && answer?.status !== 401) return 'unreachable';
    end();
    return 'ended';
  }

  function isExpiring(): boolean {
    const expiresAt = Date.parse(storage.getItem(expiryKey) ?? '');
    return !(expiresAt - now().getTime() > marginMs);
  }

  function store(token: AccessToken): void {
    storage.setItem(expiryKey, token.expiresAt);
    storage.setItem(tokenKey, token.accessToken);
  }

  function forget(): void {
    for (const key of [tokenKey, expiryKey, lastsKey, daySheetKey]) storage.removeItem(key);
    user = null;
  }

  return { access, holder, begin, adopt, end, renew, keepFresh, listen };
}

/** Who a token is for, to notice another user; the server alone decides whether it is true. */
function userOf(token: string | null): string | null {
  try {
    const payload = token?.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/');
    return payload ? String((JSON.parse(atob(payload)) as { sub?: unknown }).sub) : null;
  } catch {
    return null; // Not a token of ours: nobody.
  }
}

const browserMark = 'samay-open';

/** This tab's own. */
export const tokens: Tokens = createTokens({
  storage: localStorage,
  locks: navigator.locks,
  channel: new BroadcastChannel('samay-session'),
  refresh: () => send({ method: 'POST', path: '/api/session/refresh', headers: { 'X-Requested-With': 'samay' }, timeoutMs: patienceMs }),
  mark: {
    set: () => {
      document.cookie = `${browserMark}=1; path=/; SameSite=Strict`;
    },
    isSet: () => document.cookie.includes(`${browserMark}=1`),
  },
});
