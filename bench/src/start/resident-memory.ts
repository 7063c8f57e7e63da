import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Settled: this many readings, one a second, that differ by at most this share. */
const [readings, share] = [10, 0.01];
const longestSeconds = 90;

/** Resident memory of a process in MB (of a million bytes), after it has settled. */
export async function settledMemory(pid: number): Promise<number> {
  const seen: number[] = [];
  while (seen.length < longestSeconds && !isSettled(seen)) {
    await sleep(1000);
    seen.push(await residentMemory(pid));
  }
  return seen.at(-1) ?? Number.NaN;
}

/** Whether the last readings differ by no more than one in a hundred. */
export function isSettled(seen: readonly number[]): boolean {
  const last = seen.slice(-readings);
  return last.length === readings && Math.max(...last) - Math.min(...last) <= share * Math.min(...last);
}

async function residentMemory(pid: number): Promise<number> {
  const { stdout } = await run('ps', ['-o', 'rss=', '-p', String(pid)]);
  return (Number(stdout) * 1024) / 1e6;
}
