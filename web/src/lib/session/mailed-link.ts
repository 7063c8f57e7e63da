import type { LinkPurpose, MailedLink } from '@samay/contract/identity/passwords';
import { useSyncExternalStore } from 'react';

const page = '/update-password';
const purposes: readonly string[] = ['recovery', 'signup', 'invite'] satisfies LinkPurpose[];

let held: MailedLink | undefined;
const listeners = new Set<() => void>();

/**
 * Takes the secret of a mailed link out of the address of Set Your Password, before anything is fetched: no history, referrer or error
 * report shall hold it (reliability.md A12). Called before the application begins, and again for a second link opened in the same tab.
 */
export function takeMailedLink(): void {
  take();
  // Before the router's own listener, which was not there yet: it sees the plain address.
  window.addEventListener('popstate', take);
}

/** The link that brought this person here; undefined where there was none. It lives as long as the tab's page. */
export function useMailedLink(): MailedLink | undefined {
  return useSyncExternalStore(subscribe, () => held);
}

function take(): void {
  if (location.pathname.replace(/\/+$/, '') !== page || (location.search === '' && location.hash === '')) return;
  held = linkIn(location);
  history.replaceState(history.state, '', location.origin + page);
  for (const listener of listeners) listener();
}

/** Both forms of a link (specification 2, "Set Your Password"); a code without its type is one for beginning. */
function linkIn({ search, hash }: Location): MailedLink | undefined {
  const fragment = new URLSearchParams(hash.slice(1));
  const [accessToken, refreshToken] = [fragment.get('access_token'), fragment.get('refresh_token')];
  if (accessToken && refreshToken) return { accessToken, refreshToken };
  const query = new URLSearchParams(search);
  const token = query.get('token');
  if (!token) return undefined;
  const type = query.get('type') ?? '';
  return { token, type: purposes.includes(type) ? (type as LinkPurpose) : 'signup', email: query.get('email') ?? '' };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
