import { setTimeout as wait } from 'node:timers/promises';
import { type BusinessContext, systemContext } from '../../../context/business-context.ts';
import type { Dependencies } from '../../../context/dependencies.ts';
import { asJob, inTenant, platform, type Tx } from '../../../db/tenant.ts';
import { onlyRow, raiseStamp, run, runTogether } from '../../../db/transaction.ts';
import { failLostReadings } from '../stored/store-queries.ts';
import { beginCheck, checkLines, endCheck } from './check.ts';
import type { Lines } from './people-queries.ts';
import {
  endLease,
  type Importing,
  leaseImport,
  listPending,
  lockLeased,
  noteLine,
  type PendingImport,
  readNextLines,
} from './progress-queries.ts';
import { endRun, runLines } from './run.ts';
import { endUndo, undoLines } from './undo.ts';

/** The lease of a server that works on an import; each step extends it. */
const leaseMs = 30_000;
/** The rows of a step, which is one transaction. */
const rowsPerStep = 80;
/** The share of a step's time for which the next one waits, so that a desk is served between them (docs/benchmarks.md). */
const pauseShare = 1;
const retryMs = 5_000;
/** The time after which a reading is lost with its server: the largest file takes a small part of it. */
const longestReadingMs = 15 * 60_000;
const lostSentence = 'The server stopped while it read this file.';

/**
 * Job: checks, runs and undoes the imports that wait, in steps. A step and the line up to which it has come
 * are one transaction: whichever server continues after a lost one, each row is handled once. May run
 * concurrently: each import is leased.
 */
export async function advanceImports(dependencies: Dependencies, signal: AbortSignal): Promise<void> {
  const now = dependencies.clock();
  const before = new Date(now.getTime() - longestReadingMs);
  const waiting = await asJob(dependencies, async (tx) => {
    await run(tx, platform, failLostReadings({ before, failure: lostSentence }));
    return run(tx, platform, listPending({ now }));
  });
  for (const pending of waiting) {
    if (signal.aborted) return;
    await advance(dependencies, pending, signal);
  }
}

async function advance(
  dependencies: Dependencies,
  { tenant_id: tenantId, id, business_type: businessType }: PendingImport,
  signal: AbortSignal,
): Promise<void> {
  const work = systemContext(dependencies, { job: 'advance imports', tenantId });
  const lease = leaseImport({ id, now: work.now, leaseUntil: leaseFrom(work) });
  const [leased] = await inTenant({ ...work, isShown: false }, (tx) => run(tx, work, lease));
  if (!leased) return;
  const importing = { ...leased, id, businessType };
  const attempt = { id, attempts: leased.attempts };
  const giveBack = async (until: Date | null) =>
    inTenant({ ...work, isShown: false }, (tx) => run(tx, work, endLease({ ...attempt, until })));
  try {
    while (await advanceOnce(dependencies, { tenantId, importing }, signal))
      if (signal.aborted) {
        await giveBack(null);
        return;
      }
  } catch (error) {
    dependencies.log?.warn({ err: error, import: id }, 'a step of an import failed; it is tried again');
    await giveBack(new Date(dependencies.clock().getTime() + retryMs));
  }
}

interface Step {
  readonly tenantId: string;
  readonly importing: Importing;
}

/** Does one step. Returns whether there may be another one. */
async function advanceOnce(
  dependencies: Dependencies,
  { tenantId, importing }: Step,
  signal: AbortSignal,
): Promise<boolean> {
  const began = performance.now();
  const work = systemContext(dependencies, { job: 'advance imports', tenantId });
  const step = (tx: Tx) => handleNext(tx, work, importing);
  const isRun = importing.state === 'running';
  const left =
    importing.state === 'undoing'
      ? await asJob(dependencies, async (tx) => {
          await raiseStamp(tx, tenantId);
          return step(tx);
        })
      : await inTenant({ ...work, isShown: isRun, ofJob: isRun ? 'brief' : 'long' }, step);
  if (left === 'none') {
    // Counts all rows: a step of a run may not take that long, since requests wait for what it locks.
    const ending = { ...work, isShown: importing.state !== 'checking', ofJob: 'long' } as const;
    await inTenant(ending, (tx) => end(tx, work, importing));
  }
  if (left !== 'some') return false;
  // A stop ends the pause.
  await wait((performance.now() - began) * pauseShare, undefined, { signal }).catch(() => undefined);
  return true;
}

/** Handles the next lines. Returns whether there were some; `lost` where another server has the import now. */
async function handleNext(
  tx: Tx,
  work: BusinessContext,
  importing: Importing,
): Promise<'some' | 'none' | 'lost'> {
  const { id, attempts, state } = importing;
  const { leased, next } = await runTogether(tx, work, {
    leased: lockLeased({ id, attempts, state }),
    next: readNextLines({ id, limit: rowsPerStep }),
  });
  if (leased.length === 0) return 'lost';
  if (state === 'checking' && leased[0]?.line === 0) await beginCheck(tx, work, id);
  const { from, to, rows } = onlyRow(next);
  if (from === null || to === null) return 'none';
  await handleLines(tx, work, importing, { id, from, to });
  await run(tx, work, noteLine({ id, line: to, rows, leaseUntil: leaseFrom(work) }));
  return 'some';
}

async function handleLines(tx: Tx, work: BusinessContext, importing: Importing, lines: Lines): Promise<void> {
  if (importing.state === 'checking') await checkLines(tx, work, importing, lines);
  else if (importing.state === 'running') await runLines(tx, work, importing, lines);
  else await undoLines(tx, work, importing, lines);
}

async function end(tx: Tx, work: BusinessContext, importing: Importing): Promise<void> {
  const { id, attempts, state } = importing;
  if ((await run(tx, work, lockLeased({ id, attempts, state }))).length === 0) return;
  if (state === 'checking') await endCheck(tx, work, id);
  else if (state === 'running') await endRun(tx, work, importing);
  else await endUndo(tx, work, id);
}

function leaseFrom({ now }: BusinessContext): Date {
  return new Date(now.getTime() + leaseMs);
}
