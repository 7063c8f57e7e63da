import { listAppointments } from '@samay/contract/bookings/appointments';
import { sql } from 'kysely';
import type { PoolClient } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tenantIdOf } from '../../src/context/tenant-id.ts';
import { raiseStamp } from '../../src/db/transaction.ts';
import { genericPlans, getOpening } from '../../src/db/openings.ts';
import { asPlatform, inTenant } from '../../src/db/tenant.ts';
import { renamePerson } from '../../src/modules/identity/people/queries.ts';
import { addMember } from '../../src/modules/tenancy/businesses/queries.ts';
import { testApp, type TestApp, testNow } from '../fixtures/app.ts';
import { buildPerson } from '../fixtures/browser.ts';
import { buildTenant, type BuiltTenant, signInAs } from '../fixtures/builders.ts';
import { testEngine } from '../fixtures/database.ts';
import { countWaiting } from '../fixtures/database/postgres-template.ts';
import { type Look, look, type Screen } from '../fixtures/screens.ts';

// Tests that a transaction's changes are shown after its commit, regardless of concurrent writes:
// each raises a separate stamp (decision 0036).

const list: Screen = { name: 'listAppointments', endpoint: listAppointments, sample: {} };

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

// Skipped for the embedded database: it has one connection, so no two transactions are open.
if (testEngine === 'postgres') {
  describe('concurrent transactions', () => {
    const raised = async (client: PoolClient, { id }: BuiltTenant) => {
      await client.query('select raise_stamp($1)', [id]);
    };
    const book = async (
      client: PoolClient,
      tenant: BuiltTenant,
      booking: readonly [name: string, date: string],
    ) => {
      await insertBooking(client, tenant, booking);
      await raised(client, tenant);
    };

    it('one that commits late is not hidden by a look in between, and the next one raises the stamp after it [I-34]', async () => {
      const tenant = await buildTenant(app);
      const desk = await signInAs(app, tenant);
      await writing(tenant, async (late) => {
        await book(late, tenant, ['Late', '2026-11-23']);
        const first = await look(desk, list);
        expect(names(first)).toEqual([]);
        await writing(tenant, async (next) => {
          await insertBooking(next, tenant, ['Next', '2026-11-24']);
          const raising = raised(next, tenant);
          await expect.poll(() => countWaiting(app.database)).toBe(1);
          expect((await look(desk, list, first.etag)).status).toBe(304);
          await late.query('commit');
          const second = await look(desk, list, first.etag);
          expect([second.status, names(second)]).toEqual([200, ['Late']]);
          await raising;
          await next.query('commit');
          const third = await look(desk, list, second.etag);
          expect([third.status, names(third)]).toEqual([200, ['Next', 'Late']]);
          expect((await look(desk, list, third.etag)).status).toBe(304);
        });
      });
    });
  });

  it('a rename is seen by the business that the person joins meanwhile', async () => {
    const [tenant, person] = [await buildTenant(app), await buildPerson(app)];
    let joining: Promise<unknown> | undefined;
    let seen = 0;
    await asPlatform(app, async (tx) => {
      await renamePerson(tx, person.id, 'Asha Rao');
      let hasJoined = false;
      const member = {
        tenantId: tenant.id,
        userId: person.id,
        role: 'EMPLOYEE',
        now: new Date(testNow),
      } as const;
      joining = asPlatform(app, (other) => addMember(other, member)).then(() => (hasJoined = true));
      await expect.poll(async () => hasJoined || (await countWaiting(app.database)) > 0).toBe(true);
      // Reads the earlier name under this stamp.
      seen = await stampOf(tenant.id);
    });
    await joining;
    expect(await stampOf(tenant.id)).toBeGreaterThan(seen);
  });
}

it('what only reads and locks raises no stamp [S-2.8]', async () => {
  const tenant = await buildTenant(app);
  const before = await stampOf(tenant.id);
  const work = { database: app.database, tenantId: tenantIdOf(tenant.id), now: new Date(testNow) };
  await inTenant(work, (tx) =>
    tx
      .selectFrom('business_profiles')
      .select('email')
      .where('tenant_id', '=', tenant.id)
      .forUpdate()
      .execute(),
  );
  await asPlatform(app, (tx) => raiseStamp(tx, tenant.id));
  expect(await stampOf(tenant.id)).toBe(before);
});

async function stampOf(tenantId: string): Promise<number> {
  const { rows } = await asPlatform(app, (tx) =>
    sql<{
      stamp: string;
    }>`select coalesce(sum(stamp), 0)::text as stamp from change_stamps where tenant_id = ${tenantId}`.execute(
      tx,
    ),
  );
  return Number(rows[0]?.stamp);
}

/** Inserts a booking of a separate person and day, so that no two of them wait for a tally. */
async function insertBooking(
  client: PoolClient,
  tenant: BuiltTenant,
  [name, date]: readonly [string, string],
): Promise<void> {
  const { rows } = await client.query<{ person: string | null }>(
    `insert into patients (tenant_id, person_key, name, email, latest_date, bookings)
      values ($1, $2 || '@people.example', $2, $2 || '@people.example', $3, 1) returning id as person`,
    [tenant.id, name, date],
  );
  await client.query(
    `insert into appointments (tenant_id, reference, person_name, person_email, doctor, appointment_date, appointment_time, patient_id)
      values ($1, $2, $2, $2 || '@people.example', 'Dr. Rao', $3, '10:00', $4)`,
    [tenant.id, name, date, rows[0]?.person],
  );
}

function names({ body }: Look): string[] {
  return (body as { items: { personName: string }[] }).items.map(({ personName }) => personName);
}

/**
 * Opens a separate connection in a transaction of the business; a statement that waits for
 * another's lock fails.
 */
async function writing(tenant: BuiltTenant, work: (client: PoolClient) => Promise<void>): Promise<void> {
  const client = await app.database.pool.connect();
  try {
    await client.query('begin');
    for (const setting of getOpening(tenant.id).settings)
      if (setting !== genericPlans) await client.query(setting.text);
    await client.query(`set local lock_timeout = '2s'`);
    await work(client);
  } finally {
    await client.query('rollback');
    client.release();
  }
}
