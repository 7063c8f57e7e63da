import { now } from '@samay/contract/core/time';
import { send } from '../api/send.ts';

const reloadedAtKey = 'samay-reloaded-at';
/** A part that is missing again within this time is not missing because of a new version. */
const onceMs = 60_000;

/**
 * Whether the server gives out another version of the application than the one at work here: the address of the first script carries a
 * hash of all that follows from it. A server that cannot be asked has none.
 */
export async function isOutOfDate(): Promise<boolean> {
  const ours = document.querySelector('script[type=module]')?.getAttribute('src');
  const answer = await send({ method: 'GET', path: '/login', timeoutMs: 10_000 }).catch(() => undefined);
  if (!ours || answer?.status !== 200) return false;
  const theirs = new DOMParser().parseFromString(answer.text, 'text/html').querySelector('script[type=module]')?.getAttribute('src');
  return theirs != null && theirs !== ours;
}

/** Whether this tab may load its page anew by itself: once in a minute, so that two servers that disagree send nobody round in circles. */
export function mayReload(): boolean {
  const last = Number(sessionStorage.getItem(reloadedAtKey) ?? 0);
  const at = now().getTime();
  if (at - last < onceMs) return false;
  sessionStorage.setItem(reloadedAtKey, String(at));
  return true;
}
