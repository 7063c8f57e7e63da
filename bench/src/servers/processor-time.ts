import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

/** Counts a second in `/proc`. */
const ticks = 100;

type ReadText = (path: string) => string;
const readText: ReadText = (path) => readFileSync(path, 'utf8');

/**
 * Returns the processor time that a process has taken until now, in milliseconds. Only Linux
 * reports it.
 */
export function processorMs(pid: number): number {
  return getTimes(readText(`/proc/${pid}/stat`)).own;
}

/**
 * Returns the processor time of a PostgreSQL in milliseconds: of the postmaster, of its processes,
 * and of those that have ended, so that it never goes backwards.
 */
export function clusterMs(postmaster: number, read = readText): number {
  for (;;) {
    const before = getTimes(read(`/proc/${postmaster}/stat`));
    const pids = read(`/proc/${postmaster}/task/${postmaster}/children`).split(' ').filter(Boolean);
    const running = pids.reduce((sum, pid) => sum + timeUnlessEnded(pid, read), 0);
    const after = getTimes(read(`/proc/${postmaster}/stat`));
    // Accepts the sum if none has ended in between: it might be counted twice or not at all.
    if (after.ended === before.ended) return after.own + after.ended + running;
  }
}

function timeUnlessEnded(pid: string, read: ReadText): number {
  try {
    return getTimes(read(`/proc/${pid}/stat`)).own;
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return 0;
    throw error;
  }
}

/** Reads the milliseconds of a process, and those of its children that have ended. */
function getTimes(stat: string): { own: number; ended: number } {
  // Reads after the name of the program, which may contain blanks: the 14th to 17th field are the
  // time in the program and in the kernel for it, then those of the children.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [own, kernel, ended, endedKernel] = fields
    .slice(11, 15)
    .map((field) => (Number(field) * 1000) / ticks);
  if (own === undefined || kernel === undefined || ended === undefined || endedKernel === undefined)
    throw new Error(`not the times of a process: ${stat}`);
  return { own: own + kernel, ended: ended + endedKernel };
}

/** Exceeds the half second after which a server handles further events. */
const restMs = 600;
/** Allows a twentieth of a processor; a server without requests takes less. */
const mostAtRest = restMs / 20;
const mostRests = 10;

/**
 * Waits until a server is idle: its last requests have left events in its outbox. Their table is not
 * read, because that of an earlier commit may differ.
 */
export async function untilIdle(takenMs: () => number): Promise<void> {
  for (let rest = 0; rest < mostRests; rest += 1) {
    const before = takenMs();
    await wait(restMs);
    if (takenMs() - before <= mostAtRest) return;
  }
}
