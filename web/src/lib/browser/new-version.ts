import { now } from '@samay/contract/core/time';
import { send } from '../api/send.ts';

const reloadedAtKey = 'samay-reloaded-at';
/** The time within which a chunk that is missing again is not missing because of a new version. */
const onceMs = 60_000;

/**
 * Returns whether the server has another version of the application than the one running here: the
 * URL of the entry script contains a hash of everything it imports. False when the server does not
 * respond.
 */
export async function isOutOfDate(): Promise<boolean> {
  const ours = document.querySelector('script[type=module]')?.getAttribute('src');
  const answer = await send({ method: 'GET', path: '/login', timeoutMs: 10_000 }).catch(() => undefined);
  if (!ours || answer?.status !== 200) return false;
  const theirs = new DOMParser()
    .parseFromString(answer.text, 'text/html')
    .querySelector('script[type=module]')
    ?.getAttribute('src');
  return theirs != null && theirs !== ours;
}

/**
 * Returns whether this tab may reload automatically: once a minute, so that two servers with
 * different versions cause no reload loop.
 */
export function mayReload(): boolean {
  const last = Number(sessionStorage.getItem(reloadedAtKey) ?? 0);
  const at = now().getTime();
  if (at - last < onceMs) return false;
  sessionStorage.setItem(reloadedAtKey, String(at));
  return true;
}
