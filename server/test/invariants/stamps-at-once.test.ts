import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tenantIdOf } from '../../src/context/tenant-id.ts';
import { raiseStamp } from '../../src/db/change-stamps.ts';
import { asPlatform, inTenant, type Tx } from '../../src/db/tenant.ts';
import { renamePerson } from '../../src/modules/identity/people/queries.ts';
import { addMember } from '../../src/modules/tenancy/businesses/queries.ts';
import { testApp, type TestApp, testNow } from '../fixtures/app.ts';
import { buildPerson } from '../fixtures/browser.ts';
import { buildTenant, type BuiltTenant } from '../fixtures/builders.ts';
import { testEngine } from '../fixtures/database.ts';
import { countWaiting } from '../fixtures/database/postgres-template.ts';

// The change stamps that this release's transactions raise, where several run at once (docs/decisions/0036-unchanged-is-nothing.md). What the triggers
// raise for servers of the last release is in unchanged-screens.test.ts. The embedded database has one connection, so nothing is at once there.

describe.skipIf(testEngine === 'embedded')('transactions at once', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp();
  });
  afterAll(() => app.close());

  it('do not wait for the stamp of each other, however many there are, and each counts', async () => {
    const tenant = await buildTenant(app);
    const most = 6;
    const raised: number[] = [];
    const nested = async (left: number): Promise<void> => {
      if (left === 0) return;
      await asPlatform(app, async (tx) => {
        // At once, not with the commit as a verb does: the row stays locked while the others raise theirs.
        await sql`set local lock_timeout = '2s'`.execute(tx);
        await sql`select raise_stamp(${tenant.id}::uuid), ${left}::int`.execute(tx);
        await nested(left - 1);
      });
      raised.push(await stampOf(tenant));
    };
    const before = await stampOf(tenant);
    await nested(most);
    expect(raised).toEqual(raised.toSorted((one, other) => one - other));
    expect(new Set([before, ...raised]).size).toBe(most + 1);
    const { rows } = await asPlatform(app, (tx) => sql`select from change_stamps where tenant_id = ${tenant.id}`.execute(tx));
    expect(rows.length).toBeGreaterThanOrEqual(most);
  });

  it('one that renames a person is seen by the business that the person joins meanwhile', async () => {
    const [tenant, person] = [await buildTenant(app), await buildPerson(app)];
    let joining: Promise<unknown> | undefined;
    let seen = 0;
    await asPlatform(app, async (tx: Tx) => {
      await renamePerson(tx, person.id, 'Asha Rao');
      let hasJoined = false;
      const member = { tenantId: tenant.id, userId: person.id, role: 'EMPLOYEE', now: new Date(testNow) } as const;
      joining = asPlatform(app, (other) => addMember(other, member)).then(() => (hasJoined = true));
      await expect.poll(async () => hasJoined || (await countWaiting(app.database)) > 0).toBe(true);
      // Whoever looks now reads the name of before under this stamp.
      seen = await stampOf(tenant);
    });
    await joining;
    expect(await stampOf(tenant)).toBeGreaterThan(seen);
  });

  it('one that has only read and locked raises none', async () => {
    const tenant = await buildTenant(app);
    const before = await stampOf(tenant);
    const work = { database: app.database, tenantId: tenantIdOf(tenant.id), now: new Date(testNow) };
    await inTenant(work, (tx) =>
      tx.selectFrom('business_profiles').select('email').where('tenant_id', '=', tenant.id).forUpdate().execute(),
    );
    await asPlatform(app, (tx) => raiseStamp(tx, tenant.id));
    expect(await stampOf(tenant)).toBe(before);
  });

  async function stampOf({ id }: BuiltTenant): Promise<number> {
    const { rows } = await asPlatform(app, (tx) =>
      sql<{ stamp: string }>`select coalesce(sum(stamp), 0)::text as stamp from change_stamps where tenant_id = ${id}`.execute(tx),
    );
    return Number(rows[0]?.stamp);
  }
});
