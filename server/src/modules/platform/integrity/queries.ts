import { type Selectable, sql } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import { statement } from '../../../db/statement.ts';
import { platformTenant, type Tx } from '../../../db/tenant.ts';

export type CheckKind = Schema['integrity_checks']['kind'];
export type Json = Readonly<Record<string, unknown>>;

export interface CheckRow {
  readonly tenant_id: string;
  readonly kind: CheckKind;
  readonly cursor: Json | null;
  readonly anchor: Json | null;
  readonly found: number;
  readonly findings: readonly string[];
}

/** The most rows of one statement: each has two parameters. */
const insertedAtOnce = 10_000;

/**
 * Inserts a row for every business, for the platform itself, and for each erased business, whose
 * log is kept.
 */
export async function addMissingChecks(tx: Tx, kind: CheckKind): Promise<void> {
  const { rows } = await sql<{ tenant_id: string }>`
    (select id as tenant_id from tenants union select ${platformTenant}::uuid union select subject_id from erasures where kind = 'tenant')
    except select tenant_id from integrity_checks where kind = ${kind}
    order by tenant_id`.execute(tx);
  for (let at = 0; at < rows.length; at += insertedAtOnce)
    await tx
      .insertInto('integrity_checks')
      .values(rows.slice(at, at + insertedAtOnce).map((row) => ({ tenant_id: row.tenant_id, kind })))
      .onConflict((conflict) => conflict.columns(['tenant_id', 'kind']).doNothing())
      .execute();
}

/** How many due checks are tried at most: other servers may be taking the first of them. */
const lookAhead = 16;

/**
 * A check that is in progress, or that was last finished a day ago, locked until the transaction
 * ends. One that another server has locked is skipped, and so are those of `failed`. A finishing
 * time in the future was written by a wrong clock and is ignored. They are listed without a lock
 * and locked one business at a time (decision 0075).
 */
export async function claimDueCheck(
  tx: Tx,
  kind: CheckKind,
  { before, now, failed }: { before: Date; now: Date; failed: readonly string[] },
): Promise<CheckRow | undefined> {
  const isDue = sql<boolean>`kind = ${kind} and (cursor is not null or finished_at is null or finished_at <= ${before} or finished_at > ${now})`;
  const { rows: due } = await sql<{ tenant_id: string }>`select tenant_id from integrity_checks
    where ${isDue} and tenant_id <> all(${[...failed]}::uuid[])
    order by cursor is null, finished_at nulls first, tenant_id limit ${lookAhead}`.execute(tx);
  for (const { tenant_id: tenantId } of due) {
    const { rows } =
      await sql<CheckRow>`select tenant_id, kind, cursor, anchor, found, findings from integrity_checks
      where tenant_id = ${tenantId} and ${isDue} for update skip locked`.execute(tx);
    if (rows[0]) return rows[0];
  }
  return undefined;
}

export async function keepProgress(
  tx: Tx,
  { tenant_id: tenantId, kind }: CheckRow,
  { cursor, found, findings }: { cursor: Json; found: number; findings: readonly string[] },
): Promise<void> {
  await tx
    .updateTable('integrity_checks')
    .set({ cursor: JSON.stringify(cursor), found, findings: JSON.stringify(findings) })
    .where('tenant_id', '=', tenantId)
    .where('kind', '=', kind)
    .execute();
}

export async function finishCheck(
  tx: Tx,
  { tenant_id: tenantId, kind }: CheckRow,
  {
    found,
    findings,
    anchor,
    now,
  }: { found: number; findings: readonly string[]; anchor: Json | null; now: Date },
): Promise<void> {
  await tx
    .updateTable('integrity_checks')
    .set({
      cursor: null,
      found: 0,
      findings: '[]',
      finished_at: now,
      last_found: found,
      last_findings: JSON.stringify(findings),
      anchor: anchor && JSON.stringify(anchor),
    })
    .where('tenant_id', '=', tenantId)
    .where('kind', '=', kind)
    .execute();
}

/** Counts the checks whose last run found something, of every kind that has run. */
export const countBrokenChecks = statement<object, { kind: CheckKind; count: number }>((db) =>
  db
    .selectFrom('integrity_checks')
    .select(['kind', sql<number>`(count(*) filter (where last_found > 0))::int`.as('count')])
    .groupBy('kind'),
);

/** Makes every check due, as if none had run. What the last good check saw stays. */
export async function makeDue(tx: Tx): Promise<void> {
  await tx.updateTable('integrity_checks').set({ finished_at: null }).execute();
}

/** The checks that are unfinished, or whose last run found something. */
export async function listBroken(
  tx: Tx,
): Promise<Pick<Selectable<Schema['integrity_checks']>, 'tenant_id' | 'kind' | 'last_findings'>[]> {
  return tx
    .selectFrom('integrity_checks')
    .select(['tenant_id', 'kind', 'last_findings'])
    .where((row) => row.or([row('last_found', '>', 0), row('finished_at', 'is', null)]))
    .execute();
}

/** The checks whose last run found something, newest first. */
export const listBrokenChecks = statement<{ limit: number }, BrokenCheck>((db, { limit }) =>
  db
    .selectFrom('integrity_checks')
    .leftJoin('tenants', 'tenants.id', 'integrity_checks.tenant_id')
    .select([
      'integrity_checks.tenant_id',
      'tenants.name as tenant_name',
      'integrity_checks.kind',
      'integrity_checks.last_found',
      'integrity_checks.finished_at',
    ])
    .where('integrity_checks.last_found', '>', 0)
    .orderBy('integrity_checks.finished_at', 'desc')
    .orderBy('integrity_checks.tenant_id')
    .limit(limit),
);

export interface BrokenCheck {
  readonly tenant_id: string;
  readonly tenant_name: string | null;
  readonly kind: CheckKind;
  readonly last_found: number;
  readonly finished_at: Date | null;
}
