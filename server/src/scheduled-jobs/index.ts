import { deleteOldDumps } from '../backup/old-backups.ts';
import { makeArchives, removeOldArchives } from '../modules/archives/index.ts';
import { advanceImports, forgetOldImports } from '../modules/imports/index.ts';
import { runRefundJob } from '../modules/bookings/index.ts';
import { chainAudit } from '../modules/audit/index.ts';
import { checkAudit, checkTallies, eraseDeleted } from '../modules/platform/index.ts';
import { sweepFiles } from '../modules/files/index.ts';
import { deleteEndedCounts } from '../http/limits/shared-limiter.ts';
import { deleteOldBookNames, deleteOldLinks, deleteOldSessions } from '../modules/identity/index.ts';
import {
  forgetOldOrders,
  forgetOldProofs,
  forgetOldRequests,
  reconcileOnlineOrders,
} from '../modules/public/index.ts';
import { beginReminders, forgetOldReplies, registerTexts } from '../modules/reach/index.ts';
import { endUnpaidPlans, runPaymentJob, tellFirstDays, tellNearlyFull } from '../modules/tenancy/index.ts';
import { deleteFinishedEffects, deleteOldMailCounts } from '../outbox/index.ts';
import type { Dependencies } from '../context/dependencies.ts';
import { setMark } from '../db/platform-marks.ts';
import { asJob } from '../db/tenant.ts';
import { deleteOldIdempotencyKeys } from './delete-old-idempotency-keys.ts';

/**
 * The time after the start at which every job runs too, so that a server that is switched off every
 * night does not postpone daily jobs forever.
 */
const firstRunSeconds = 60;

const markEveryMs = 5 * 60_000;

export interface Job {
  readonly name: string;
  readonly everySeconds: number;
  /** `signal` asks a job that takes minutes to end: the server stops. */
  readonly run: (dependencies: Dependencies, signal: AbortSignal) => Promise<unknown>;
}

const jobs: readonly Job[] = [
  { name: 'chain the audit log', everySeconds: 10, run: chainAudit },
  { name: 'ask for payments', everySeconds: 300, run: runPaymentJob },
  { name: 'ask for refunds', everySeconds: 300, run: runRefundJob },
  { name: 'ask about online orders', everySeconds: 30, run: reconcileOnlineOrders },
  { name: 'end unpaid plans', everySeconds: 3600, run: endUnpaidPlans },
  { name: 'tell who is nearly full', everySeconds: 3600, run: tellNearlyFull },
  { name: 'tell of the end of first days', everySeconds: 3600, run: tellFirstDays },
  { name: 'begin reminders', everySeconds: 3600, run: beginReminders },
  { name: 'register texts', everySeconds: 3600, run: registerTexts },
  // Each business is checked once a day; a run takes a limited number of steps.
  { name: 'check the audit log', everySeconds: 300, run: checkAudit },
  { name: 'check the tallies', everySeconds: 300, run: checkTallies },
  { name: 'forget idempotency keys', everySeconds: 3600, run: deleteOldIdempotencyKeys },
  { name: 'forget counts of limits', everySeconds: 3600, run: deleteEndedCounts },
  { name: 'make archives', everySeconds: 5, run: makeArchives },
  { name: 'advance imports', everySeconds: 2, run: advanceImports },
  { name: 'forget old imports', everySeconds: 3600, run: forgetOldImports },
  { name: 'remove old archives', everySeconds: 600, run: removeOldArchives },
  { name: 'sweep files', everySeconds: 3600, run: sweepFiles },
  { name: 'erase what was deleted', everySeconds: 3600, run: eraseDeleted },
  { name: 'forget old sessions', everySeconds: 86_400, run: deleteOldSessions },
  { name: 'forget old links', everySeconds: 86_400, run: deleteOldLinks },
  { name: 'forget old names in books', everySeconds: 86_400, run: deleteOldBookNames },
  { name: 'forget old codes', everySeconds: 3600, run: forgetOldProofs },
  { name: 'forget old online orders', everySeconds: 86_400, run: forgetOldOrders },
  { name: 'forget old requests', everySeconds: 86_400, run: forgetOldRequests },
  { name: 'forget what was delivered', everySeconds: 86_400, run: deleteFinishedEffects },
  { name: 'forget old replies', everySeconds: 86_400, run: forgetOldReplies },
  { name: 'forget counts of emails', everySeconds: 86_400, run: deleteOldMailCounts },
  { name: 'delete old dumps', everySeconds: 86_400, run: deleteOldDumps },
];

/**
 * Starts the scheduler of jobs, one in every server process. Every job may run concurrently in
 * several processes and be skipped for a while. The returned function stops the scheduler and waits
 * for running jobs.
 */
export function startScheduledJobs(
  dependencies: Dependencies,
  all: readonly Job[] = jobs,
): () => Promise<void> {
  const running = new Set<Promise<void>>();
  const marked = new Map<string, number>();
  const stopping = new AbortController();
  const timers = all.flatMap((job) => {
    dependencies.metrics?.jobScheduled(job.name, job.everySeconds);
    let busy = false;
    const begin = () => {
      if (busy) return;
      busy = true;
      const run = perform(job, { dependencies, marked, signal: stopping.signal }).finally(() => {
        busy = false;
        running.delete(run);
      });
      running.add(run);
    };
    const every = setInterval(begin, job.everySeconds * 1000);
    return job.everySeconds > firstRunSeconds ? [setTimeout(begin, firstRunSeconds * 1000), every] : [every];
  });
  return async () => {
    for (const timer of timers) clearTimeout(timer);
    stopping.abort();
    await Promise.all(running);
  };
}

interface Performing {
  readonly dependencies: Dependencies;
  readonly marked: Map<string, number>;
  readonly signal: AbortSignal;
}

async function perform(job: Job, { dependencies, marked, signal }: Performing): Promise<void> {
  try {
    await job.run(dependencies, signal);
    dependencies.metrics?.jobEnded(job.name, true);
    await mark(job, dependencies, marked);
  } catch (error) {
    dependencies.metrics?.jobEnded(job.name, false);
    dependencies.log?.error({ err: error, job: job.name }, 'a scheduled job failed; it is tried again');
  }
}

/**
 * Records when a job last succeeded on any server, for the super admin's status page. Jobs that run
 * every few seconds are recorded less often.
 */
async function mark(
  { name, everySeconds }: Job,
  dependencies: Dependencies,
  marked: Map<string, number>,
): Promise<void> {
  const now = dependencies.clock();
  if (now.getTime() - (marked.get(name) ?? -Infinity) < markEveryMs) return;
  await asJob(dependencies, (tx) => setMark(tx, `job ${name}`, now, { everySeconds }));
  marked.set(name, now.getTime());
}
