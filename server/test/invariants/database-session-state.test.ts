import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { asPlatform, inTenant, readInTenant, type TenantId, type Tx } from '../../src/db/tenant.ts';
import { buildAppointment, buildTenant } from '../fixtures/builders.ts';
import { testDatabase, testEngine, type TestDatabase } from '../fixtures/database.ts';
import { asLogin } from '../fixtures/database/as-login.ts';
import { isFull, printInvariant } from '../fixtures/invariants/invariant.ts';

// I-10: no role or setting of one request's transaction remains for the next request on the same
// connection, however the first one ended.

const requests = isFull ? 1_000 : 300;
const poolSize = 5;
let test: TestDatabase;
const tenants: TenantId[] = [];

beforeAll(async () => {
  test = await testDatabase({ poolSize });
  for (let count = 0; count < 10; count += 1) {
    const tenant = await buildTenant(test);
    await buildAppointment(test, tenant);
    tenants.push(tenant.id as TenantId);
  }
});
afterAll(() => test.close());

/** The ways in which a transaction may end. */
const endings: ((tx: Tx) => Promise<unknown>)[] = [
  async () => undefined,
  async () => Promise.reject(new Error('thrown by the handler')),
  (tx) => sql`select 1 / 0`.execute(tx),
  (tx) =>
    sql`select set_config('role', 'none', true), set_config('app.tenant_id', 'nonsense', true)`.execute(tx),
  // PGlite cannot cancel a statement, so this one waits on PostgreSQL only.
  async (tx) => {
    if (testEngine !== 'postgres') return;
    await sql`select set_config('statement_timeout', '5ms', true)`.execute(tx);
    await sql`select pg_sleep(0.1)`.execute(tx);
  },
];

it('shows every request its own business, and no business outside of a transaction [I-10]', async () => {
  let [wrong, failed] = [0, 0];
  await Promise.all(
    Array.from({ length: requests }, async (_, index) => {
      const tenantId = tenantOf(index);
      const ending = endings[Math.floor(Math.random() * endings.length)] ?? (async () => undefined);
      const run = Math.random() < 0.5 ? inTenant : readInTenant;
      await run({ database: test.database, tenantId, now: new Date(0) }, async (tx) => {
        const seen = await tx.selectFrom('appointments').select('tenant_id').execute();
        if (seen.length !== 1 || seen[0]?.tenant_id !== tenantId) wrong += 1;
        await ending(tx);
      }).catch(() => (failed += 1));
      const { rows } = await asLogin(test.database, (db) =>
        sql<{ role: string; tenant: string | null }>`select current_user::text as role,
          nullif(current_setting('app.tenant_id', true), '') as tenant`.execute(db),
      );
      if (rows[0]?.tenant !== null || rows[0].role.startsWith('samay_app')) wrong += 1;
      if (index % 50 === 0) await asPlatform(test, (tx) => tx.selectFrom('plans').select('id').execute());
    }),
  );
  printInvariant({ id: 'I-10', driver: testEngine, n: requests, violations: wrong, failed, pool: poolSize });
  expect(wrong).toBe(0);
  expect(failed).toBeGreaterThan(requests / 10);
});

it('control: a setting of the connection does show another business [I-10]', async () => {
  let wrong = 0;
  await Promise.all(
    Array.from({ length: requests }, async (_, index) => {
      await test.database.pool.query(`select set_config('app.tenant_id', $1, false)`, [tenantOf(index)]);
      const { rows } = await test.database.pool.query<{ tenant: string }>(
        `select current_setting('app.tenant_id', true) as tenant`,
      );
      if (rows[0]?.tenant !== tenantOf(index)) wrong += 1;
    }),
  );
  printInvariant({ id: 'I-10', driver: testEngine, n: requests, violations: 0, control: wrong });
  expect(wrong).toBeGreaterThan(0);
});

function tenantOf(index: number): TenantId {
  const tenant = tenants[index % tenants.length];
  if (!tenant) throw new Error('no business was built');
  return tenant;
}
