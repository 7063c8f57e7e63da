import { chainAudit } from '../modules/audit/index.ts';
import { checkAudit, checkTallies, eraseDeleted } from '../modules/platform/index.ts';
import { sweepFiles } from '../modules/bookings/index.ts';
import { forgetOldLinks, forgetOldSessions } from '../modules/identity/index.ts';
import { keepPayments, endUnpaidPlans } from '../modules/tenancy/index.ts';
import { deleteFinishedEffects, deleteOldMailCounts } from '../outbox/index.ts';
import type { Dependencies } from '../context/dependencies.ts';
import { dataMoves } from './data-moves.ts';
import { forgetIdempotencyKeys } from './forget-idempotency-keys.ts';
import { moveData } from './move-data.ts';

/** A server that is switched off every night must not put off for ever what is due once a day: each task also runs so soon after the start. */
const firstAfterSeconds = 60;

export interface Task {
  readonly name: string;
  readonly everySeconds: number;
  readonly run: (dependencies: Dependencies) => Promise<unknown>;
}

const tasks: readonly Task[] = [
  { name: 'move data', everySeconds: 2, run: (dependencies) => moveData(dependencies, dataMoves) },
  { name: 'chain the audit log', everySeconds: 10, run: chainAudit },
  { name: 'ask for payments', everySeconds: 300, run: keepPayments },
  { name: 'end unpaid plans', everySeconds: 3600, run: endUnpaidPlans },
  // Each business is due once a day; a run takes some steps of what is due.
  { name: 'check the audit log', everySeconds: 300, run: checkAudit },
  { name: 'check the tallies', everySeconds: 300, run: checkTallies },
  { name: 'forget idempotency keys', everySeconds: 3600, run: forgetIdempotencyKeys },
  { name: 'sweep files', everySeconds: 3600, run: sweepFiles },
  { name: 'erase what was deleted', everySeconds: 3600, run: eraseDeleted },
  { name: 'forget old sessions', everySeconds: 86_400, run: forgetOldSessions },
  { name: 'forget old links', everySeconds: 86_400, run: forgetOldLinks },
  { name: 'forget what was delivered', everySeconds: 86_400, run: deleteFinishedEffects },
  { name: 'forget counts of letters', everySeconds: 86_400, run: deleteOldMailCounts },
];

/**
 * Keeps house in the background, in every server process: each task may run twice at once or not at all for a while without
 * harm. The returned function stops it and waits for what is under way.
 */
export function startScheduledJobs(dependencies: Dependencies, all: readonly Task[] = tasks): () => Promise<void> {
  const underWay = new Set<Promise<void>>();
  const timers = all.flatMap((task) => {
    let busy = false;
    const begin = () => {
      if (busy) return;
      busy = true;
      const run = perform(task, dependencies).finally(() => {
        busy = false;
        underWay.delete(run);
      });
      underWay.add(run);
    };
    const every = setInterval(begin, task.everySeconds * 1000);
    return task.everySeconds > firstAfterSeconds ? [setTimeout(begin, firstAfterSeconds * 1000), every] : [every];
  });
  return async () => {
    for (const timer of timers) clearTimeout(timer);
    await Promise.all(underWay);
  };
}

async function perform(task: Task, dependencies: Dependencies): Promise<void> {
  try {
    await task.run(dependencies);
  } catch (error) {
    dependencies.log?.error({ err: error, task: task.name }, 'upkeep failed; it is tried again');
  }
}
