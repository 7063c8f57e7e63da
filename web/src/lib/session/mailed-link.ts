import type { LinkPurpose, MailedLink } from '@samay/contract/identity/passwords';
import { useSyncExternalStore } from 'react';

const page = '/update-password';
const purposes: readonly string[] = ['recovery', 'signup', 'invite'] satisfies LinkPurpose[];

let held: MailedLink | undefined;
const listeners = new Set<() => void>();

/**
 * Removes the secret of an emailed link from the URL of Set Your Password before any request, so
 * that no history, referrer or error report contains it (P-2.33). Called before the application
 * starts, and again when a second link is opened in the same tab.
 */
export function takeMailedLink(): void {
  take();
  // Registers before the router's listener, which then sees the URL without the secret.
  window.addEventListener('popstate', take);
}

/**
 * Returns the emailed link that opened this page; undefined if there was none. Kept until the page
 * is unloaded.
 */
export function useMailedLink(): MailedLink | undefined {
  return useSyncExternalStore(subscribe, () => held);
}

function take(): void {
  if (location.pathname.replace(/\/+$/, '') !== page || (location.search === '' && location.hash === ''))
    return;
  held = linkIn(location);
  history.replaceState(history.state, '', location.origin + page);
  for (const listener of listeners) listener();
}

/** Parses both forms of a link; a code without a type is for a sign-up. */
function linkIn({ search, hash }: Location): MailedLink | undefined {
  const fragment = new URLSearchParams(hash.slice(1));
  const [accessToken, refreshToken] = [fragment.get('access_token'), fragment.get('refresh_token')];
  if (accessToken && refreshToken) return { accessToken, refreshToken };
  const query = new URLSearchParams(search);
  const token = query.get('token');
  if (!token) return undefined;
  const type = query.get('type') ?? '';
  return {
    token,
    type: purposes.includes(type) ? (type as LinkPurpose) : 'signup',
    email: query.get('email') ?? '',
  };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
