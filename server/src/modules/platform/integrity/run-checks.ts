import { updateRows } from '../../../db/statement.ts';
import { asPlatform, platform, platformTenant, type Tx } from '../../../db/tenant.ts';
import { run } from '../../../db/transaction.ts';
import type { Dependencies } from '../../../context/dependencies.ts';
import { insertAuditRow } from '../../audit/index.ts';
import {
  type CheckKind,
  insertChecks,
  type Json,
  listDueChecks,
  listMissingChecks,
  lockDueCheck,
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
  await asPlatform(dependencies, async (tx) => {
    const missing = await run(tx, platform, listMissingChecks({ kind }));
    const ids = missing.map(({ tenant_id: id }) => id);
    if (ids.length > 0) await run(tx, platform, insertChecks({ kind, ids }));
  });
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
  const due = await claimDueCheck(tx, check.kind, now, failed);
  if (!due) return undefined;
  const { tenant_id: tenantId, kind } = due;
  const step = await check.step(tx, tenantId, due).catch((error: unknown) => {
    throw new StepFailed(tenantId, error);
  });
  const found = due.found + step.findings.length;
  const findings = [...due.findings, ...step.findings].slice(0, mostFindings);
  const isFinished = step.cursor === null;
  const anchor = found > 0 ? due.anchor : (step.anchor ?? null);
  const written = JSON.stringify(findings);
  const changes = isFinished
    ? {
        cursor: null,
        found: 0,
        findings: '[]',
        finished_at: now,
        last_found: found,
        last_findings: written,
        anchor: anchor && JSON.stringify(anchor),
      }
    : { cursor: JSON.stringify(step.cursor), found, findings: written };
  await run(tx, platform, updateRows('integrity_checks', { tenant_id: tenantId, kind }, changes));
  if (isFinished && found > 0)
    await insertAuditRow(tx, {
      tenantId: platformTenant,
      at: now,
      actorId: null,
      action: 'integrity.broken',
      object: tenantId,
      detail: { check: kind, found, findings },
      requestId: 'daily check',
    });
  return { tenantId, isFinished, found, findings };
}

/** Locks the first due check that no other server has. */
async function claimDueCheck(tx: Tx, kind: CheckKind, now: Date, failed: readonly string[]) {
  const due = { kind, before: new Date(now.getTime() - dayMs), now };
  for (const { tenant_id: tenantId } of await run(tx, platform, listDueChecks({ ...due, failed }))) {
    const [locked] = await run(tx, { tenantId }, lockDueCheck(due));
    if (locked) return locked;
  }
  return undefined;
}
