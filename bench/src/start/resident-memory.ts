import { setTimeout as sleep } from 'node:timers/promises';
import { residentMb } from '../servers/memory.ts';

/**
 * The conditions for settled memory: this many readings, one a second, that differ by at most this
 * share.
 */
const [readings, share] = [10, 0.01];
const longestSeconds = 90;

/** Returns the resident memory of a process in MB, after it has settled. */
export async function settledMemory(pid: number): Promise<number> {
  const seen: number[] = [];
  while (seen.length < longestSeconds && !isSettled(seen)) {
    await sleep(1000);
    seen.push(await residentMb(pid));
  }
  return seen.at(-1) ?? Number.NaN;
}

/** Returns whether the last readings differ by no more than one in a hundred. */
export function isSettled(seen: readonly number[]): boolean {
  const last = seen.slice(-readings);
  return last.length === readings && Math.max(...last) - Math.min(...last) <= share * Math.min(...last);
}
