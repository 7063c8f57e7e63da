import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTenant } from '../../../../test/fixtures/builders.ts';
import { testDatabase, testEngine, type TestDatabase } from '../../../../test/fixtures/database.ts';
import { isFull, printInvariant } from '../../../../test/fixtures/invariants/invariant.ts';
import { asOwner } from '../../../../test/fixtures/owner.ts';
import { asPlatform } from '../../../db/tenant.ts';
import { chainAudit } from './chain.ts';
import { auditCheck } from './check-chain.ts';
import { insertAuditRow } from './queries.ts';

const rowsOfEach = 12;
let test: TestDatabase;
let tenant: string;
beforeAll(async () => {
  test = await testDatabase();
});
afterAll(() => test.close());
beforeEach(async () => {
  tenant = await buildLog(rowsOfEach);
});

describe('the chain over the audit log', () => {
  it('links every row once, business by business, and a second run links nothing [O-4.8]', async () => {
    const other = await buildLog(3);
    expect(await chainAudit(test)).toBe(rowsOfEach + 3);
    expect(await chainAudit(test)).toBe(0);
    for (const [id, count] of [
      [tenant, rowsOfEach],
      [other, 3],
    ] as const) {
      expect(await readPositions(id)).toEqual(Array.from({ length: count }, (_, at) => at + 1));
      expect(await findBreaks(id)).toEqual([]);
    }
  });

  it('continues where it stopped, over several batches, and includes rows that were committed late [O-5.12]', async () => {
    await chainAudit(test);
    await addRows(tenant, 600, '2026-11-21T04:29:00.000Z');
    expect([await chainAudit(test), await chainAudit(test), await chainAudit(test)]).toEqual([500, 100, 0]);
    expect(await readPositions(tenant)).toHaveLength(rowsOfEach + 600);
    expect(await findBreaks(tenant)).toEqual([]);
  });

  it.each([
    ['a year ahead', '2027-11-21T04:30:00.000Z'],
    ['an hour and more ago', '2026-11-21T03:00:00.000Z'],
    ['a year ago', '2025-11-21T04:30:00.000Z'],
  ])('chains a row dated %s, and what is written after it [O-5.12]', async (_when, at) => {
    await chainAudit(test);
    await addRows(tenant, 1, at);
    expect(await chainAudit(test)).toBe(1);
    await addRows(tenant, 2, '2026-11-21T04:31:00.000Z');
    expect(await chainAudit(test)).toBe(2);
    expect(await readPositions(tenant)).toHaveLength(rowsOfEach + 3);
    expect(await findBreaks(tenant)).toEqual([]);
  });

  it.runIf(testEngine === 'postgres')(
    'chains what was written before another row and committed after it',
    async () => {
      await asOwner(test, async (slow) => {
        await slow.query('begin');
        await slow.query(
          `insert into audit_log (tenant_id, at, action, object, request_id) values ($1, now(), 'a', 'slow', 'r')`,
          [tenant],
        );
        await addRows(tenant, 1, '2026-11-21T04:31:00.000Z');
        expect(await chainAudit(test)).toBe(rowsOfEach + 1);
        await slow.query('commit');
      });
      expect(await chainAudit(test)).toBe(1);
      expect(await findBreaks(tenant)).toEqual([]);
    },
  );

  it('chains a row once when two do it concurrently [O-5.12]', async () => {
    const counts = await Promise.all([chainAudit(test), chainAudit(test), chainAudit(test)]);
    expect(counts.reduce((sum, count) => sum + count)).toBe(rowsOfEach);
    expect(await findBreaks(tenant)).toEqual([]);
  });
});

/** The changes that the owner of the tables can make to the row or link at a position. */
const tamperings: Record<string, string> = {
  'a changed detail': `update audit_log set detail = '{"changed": ["nothing"]}' where %row`,
  'another action': `update audit_log set action = 'appointment.viewed' where %row`,
  'another person': `update audit_log set actor_id = '00000000-0000-4000-8000-000000000001' where %row`,
  'another time': `update audit_log set at = '2026-11-01T00:00:00Z' where %row`,
  'another object': `update audit_log set object = 'x' where %row`,
  'another request': `update audit_log set request_id = 'x' where %row`,
  'a removed row': `delete from audit_log where %row`,
  'a removed link': `delete from audit_chain where %link`,
  'a removed row with its link': `with gone as (delete from audit_chain where %link returning audit_id) delete from audit_log where id in (select audit_id from gone)`,
  'a row written past the trigger': `insert into audit_log (tenant_id, at, action, object, request_id)
    select tenant_id, at, action, object, request_id from audit_log where %row`,
  "two rows in each other's place": `with pair as (delete from audit_chain where tenant_id = $1 and position in ($2, 12) returning *)
    insert into audit_chain (tenant_id, position, audit_id, audited_at, hash)
    select tenant_id, case position when 12 then $2 else 12 end, audit_id, audited_at, hash from pair order by position`,
  'a shortened chain': `with gone as (delete from audit_chain where tenant_id = $1 and position >= $2 returning audit_id)
    delete from audit_log where tenant_id = $1 and id in (select audit_id from gone)`,
  'a changed hash': `update audit_chain set hash = repeat('0', 64) where %link`,
  'a row that stands in the place of another': `with other as (delete from audit_chain where tenant_id = $1 and position = 12 returning audit_id)
    update audit_chain set audit_id = (select audit_id from other) where %link`,
};

describe('tampering by the owner of the tables', () => {
  it('is detected, in every form and at every position [I-24, O-5.12]', async () => {
    await chainAudit(test);
    const { anchor } = await check(tenant);
    const tries = Object.entries(tamperings).flatMap(([what, statement]) =>
      Array.from({ length: isFull ? 11 : 3 }, (_, at) => ({
        what,
        statement,
        position: isFull ? at + 1 : 1 + at * 4,
      })),
    );
    const missed: string[] = [];
    for (const { what, statement, position } of tries) {
      if ((await breaksAfter(statement, position, anchor)).length === 0)
        missed.push(`${what} at ${position}`);
    }
    printInvariant({
      id: 'I-24',
      driver: testEngine,
      n: tries.length,
      violations: missed.length,
      what: 'tampering found',
    });
    expect(missed).toEqual([]);
  });

  it('is not detected after it is undone, so that the finding above was the tampering', async () => {
    await chainAudit(test);
    expect(await findBreaks(tenant)).toEqual([]);
  });
});

/** All columns except generated ones. */
const written = 'tenant_id, id, at, actor_id, action, object, detail, request_id';

/** Tampers, runs the check, and rolls back. */
async function breaksAfter(statement: string, position: number, anchor: Anchor): Promise<readonly string[]> {
  const row =
    '(tenant_id, id) in (select tenant_id, audit_id from audit_chain where tenant_id = $1 and position = $2)';
  const text = statement.replaceAll('%row', row).replaceAll('%link', 'tenant_id = $1 and position = $2');
  await asOwner(test, async (client) => {
    await client.query(`create table kept_log as select ${written} from audit_log where tenant_id = $1`, [
      tenant,
    ]);
    await client.query('create table kept_chain as select * from audit_chain where tenant_id = $1', [tenant]);
    await client.query('begin; set local session_replication_role = replica');
    await client.query(text, text.includes('$2') ? [tenant, position] : [tenant]);
    // Deletes the rows that the trigger has queued: a cluster's workers run it in any case.
    await client.query('delete from audit_waiting where tenant_id = $1', [tenant]);
    await client.query('commit');
  });
  const { findings } = await check(tenant, anchor);
  await asOwner(test, async (client) => {
    for (const table of ['audit_chain', 'audit_log', 'audit_waiting'])
      await client.query(`delete from ${table} where tenant_id = $1`, [tenant]);
    await client.query(`insert into audit_log (${written}) select ${written} from kept_log`);
    await client.query('insert into audit_chain select * from kept_chain');
    await client.query('delete from audit_waiting where tenant_id = $1', [tenant]);
    await client.query('drop table kept_log, kept_chain');
  });
  return findings;
}

type Anchor = Readonly<Record<string, unknown>> | null;

async function findBreaks(tenantId: string): Promise<readonly string[]> {
  return (await check(tenantId)).findings;
}

/** Runs all steps of a business's check, as the job does. */
async function check(
  tenantId: string,
  anchor: Anchor = null,
): Promise<{ findings: readonly string[]; anchor: Anchor }> {
  const findings: string[] = [];
  let cursor: Anchor = null;
  for (;;) {
    const step: { cursor: Anchor; findings: readonly string[]; anchor?: Anchor } = await asPlatform(
      test,
      (tx) => auditCheck.step(tx, tenantId, { cursor, anchor }),
    );
    findings.push(...step.findings);
    if (step.cursor === null) return { findings, anchor: step.anchor ?? null };
    cursor = step.cursor;
  }
}

async function buildLog(count: number): Promise<string> {
  const { id } = await buildTenant(test);
  await addRows(id, count, '2026-11-21T04:30:00.000Z');
  return id;
}

async function addRows(tenantId: string, count: number, at: string): Promise<void> {
  await asPlatform(test, async (tx) => {
    for (let index = 0; index < count; index += 1) {
      await insertAuditRow(tx, {
        tenantId,
        at: new Date(Date.parse(at) + index),
        actorId: index % 3 ? randomUUID() : null,
        action: 'appointment.corrected',
        object: randomUUID(),
        detail: { was: 'scheduled', changed: ['amount_paise', 'person_contact'], b: 1, a: null },
        requestId: randomUUID(),
      });
    }
  });
}

async function readPositions(tenantId: string): Promise<number[]> {
  const links = await asPlatform(test, (tx) =>
    tx
      .selectFrom('audit_chain')
      .select('position')
      .where('tenant_id', '=', tenantId)
      .orderBy('position')
      .execute(),
  );
  return links.map(({ position }) => position);
}
