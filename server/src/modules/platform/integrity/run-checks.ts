import { asPlatform, platformTenant, type Tx } from '../../../db/tenant.ts';
import type { Dependencies } from '../../../context/dependencies.ts';
import { insertAuditRow } from '../../audit/index.ts';
import {
  addMissingChecks,
  type CheckKind,
  type CheckRow,
  claimDueCheck,
  finishCheck,
  type Json,
  keepProgress,
} from './queries.ts';

/** A check of one kind, taken in steps. */
export interface Check {
  readonly kind: CheckKind;
  /** Checks the next part of a business's data. `cursor` is null at the beginning. */
  readonly step: (
    tx: Tx,
    tenantId: string,
    at: { cursor: Json | null; anchor: Json | null },
  ) => Promise<CheckStep>;
}

interface CheckStep {
  /** Where the next step continues; null at the end. */
  readonly cursor: Json | null;
  /** The faults in this part, in words for an operator. */
  readonly findings: readonly string[];
  /**
   * At the end: what the next check compares the data with. After a check with findings the
   * previous one stays.
   */
  readonly anchor?: Json;
}

type Work = Pick<Dependencies, 'database' | 'clock' | 'log'>;

const dayMs = 86_400_000;
/** Findings that are stored; all are counted. */
const mostFindings = 20;

/** Steps of one run: a server that stops waits for the current run. */
const stepsAtOnce = 200;

/**
 * Runs the due checks of one kind, once a day for each business. Each step is a transaction of its
 * own, so that none is long, and a check resumes where it was when its process ended. Several
 * servers share the work, and a check that throws delays no other. Findings are logged as errors,
 * audited in the platform's log, and shown on the super admin's overview. Returns how many checks
 * were finished.
 */
export async function runChecks(dependencies: Work, check: Check): Promise<number> {
  const now = dependencies.clock();
  await asPlatform(dependencies, (tx) => addMissingChecks(tx, check.kind));
  const failed: string[] = [];
  let finished = 0;
  for (let steps = 0; steps < stepsAtOnce; steps += 1) {
    const taken = await asPlatform(dependencies, (tx) => takeStep(tx, check, { now, failed })).catch(
      (error: unknown) => {
        if (!(error instanceof StepFailed)) throw error;
        failed.push(error.tenantId);
        dependencies.log?.error(
          { err: error.cause, tenantId: error.tenantId, check: check.kind },
          'a check of stored data failed; it is tried again',
        );
        return 'failed' as const;
      },
    );
    if (!taken) break;
    if (taken === 'failed' || !taken.isFinished) continue;
    finished += 1;
    const { tenantId, found, findings } = taken;
    if (found > 0)
      dependencies.log?.error(
        { tenantId, check: check.kind, found, findings },
        'stored data does not hold against its check',
      );
  }
  return finished;
}

class StepFailed extends Error {
  readonly tenantId: string;

  constructor(tenantId: string, cause: unknown) {
    super('the check of a business failed', { cause });
    this.tenantId = tenantId;
  }
}

interface StepResult {
  readonly tenantId: string;
  readonly isFinished: boolean;
  readonly found: number;
  readonly findings: readonly string[];
}

async function takeStep(
  tx: Tx,
  check: Check,
  { now, failed }: { now: Date; failed: readonly string[] },
): Promise<StepResult | undefined> {
  const due = await claimDueCheck(tx, check.kind, { before: new Date(now.getTime() - dayMs), now, failed });
  if (!due) return undefined;
  const step = await check.step(tx, due.tenant_id, due).catch((error: unknown) => {
    throw new StepFailed(due.tenant_id, error);
  });
  const found = due.found + step.findings.length;
  const findings = [...due.findings, ...step.findings].slice(0, mostFindings);
  if (step.cursor === null)
    await finish(tx, due, { found, findings, anchor: found > 0 ? due.anchor : (step.anchor ?? null), now });
  else await keepProgress(tx, due, { cursor: step.cursor, found, findings });
  return { tenantId: due.tenant_id, isFinished: step.cursor === null, found, findings };
}

async function finish(
  tx: Tx,
  check: CheckRow,
  result: { found: number; findings: readonly string[]; anchor: Json | null; now: Date },
): Promise<void> {
  await finishCheck(tx, check, result);
  if (result.found === 0) return;
  await insertAuditRow(tx, {
    tenantId: platformTenant,
    at: result.now,
    actorId: null,
    action: 'integrity.broken',
    object: check.tenant_id,
    detail: { check: check.kind, found: result.found, findings: result.findings },
    requestId: 'daily check',
  });
}
