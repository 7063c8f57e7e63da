import { asPlatform, platformTenant, type Tx } from '../../../db/tenant.ts';
import type { Dependencies } from '../../../context/dependencies.ts';
import { insertAuditRow } from '../../audit/index.ts';
import {
  addMissingChecks,
  type CheckKind,
  type CheckResult,
  type CheckRow,
  claimDueCheck,
  finishCheck,
  type Json,
  keepProgress,
} from './queries.ts';

export interface Check {
  readonly kind: CheckKind;
  /** Checks the next part. `cursor` is null at the beginning. */
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
   * At the end: the value with which the next check compares. After findings the previous one
   * stays.
   */
  readonly anchor?: Json;
}

type Work = Pick<Dependencies, 'database' | 'clock' | 'log'>;

const dayMs = 86_400_000;
/** The most findings that are stored; all are counted. */
const mostFindings = 20;

/** Limits a run, for which a server that stops waits. */
const stepsPerRun = 200;

/**
 * Runs the due checks of one kind, once a day for each business. Each step is a transaction, and a
 * check resumes where its process ended. Several servers share the work, and a check that throws
 * delays no other. Findings are logged, audited in the platform's log and shown on its overview.
 * Returns how many checks were finished.
 */
export async function runChecks(dependencies: Work, check: Check): Promise<number> {
  const { log, clock } = dependencies;
  const { kind } = check;
  const now = clock();
  await asPlatform(dependencies, (tx) => addMissingChecks(tx, kind));
  const failed: string[] = [];
  let finished = 0;
  for (let steps = 0; steps < stepsPerRun; steps += 1) {
    try {
      const taken = await asPlatform(dependencies, (tx) => takeStep(tx, check, { now, failed }));
      if (!taken) break;
      if (!taken.isFinished) continue;
      finished += 1;
      const { tenantId, found, findings } = taken;
      const fault = { tenantId, check: kind, found, findings };
      if (found > 0) log?.error(fault, 'stored data does not hold against its check');
    } catch (error) {
      if (!(error instanceof StepFailed)) throw error;
      failed.push(error.tenantId);
      const fault = { err: error.cause, tenantId: error.tenantId, check: kind };
      log?.error(fault, 'a check of stored data failed; it is tried again');
    }
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

async function finish(tx: Tx, check: CheckRow, result: CheckResult): Promise<void> {
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
