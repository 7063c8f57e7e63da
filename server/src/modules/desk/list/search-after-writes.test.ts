import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/fixtures/app.ts';
import { buildTenant, type BuiltTenant } from '../../../../test/fixtures/builders.ts';
import { isCitus } from '../../../../test/fixtures/database/postgres-template.ts';
import { asPlatform } from '../../../db/tenant.ts';

// Recent writes wait in the pending list of each search index, which every search reads to its end.
// It has to stay short.

const rows = 1_500;
/**
 * A search reads some twenty pages of the index and at most nine of the pending list. If nothing
 * emptied the list, so many rows would fill some two hundred.
 */
const mostPages = 60;

let app: TestApp;
let clinic: BuiltTenant;
beforeAll(async () => {
  app = await testApp();
  clinic = await buildTenant(app);
});
afterAll(() => app.close());

// A plan on Citus shows no pages of the workers; the indexes of shards have the same settings.
it.skipIf(isCitus)(
  'reads few pages to search right after many bookings and people were written [S-2.7]',
  async () => {
    await asPlatform(app, (tx) =>
      sql`insert into appointments (tenant_id, reference, person_name, person_email, appointment_date, appointment_time)
      select ${clinic.id}::uuid, 'booking_' || n, md5(n::text), 'nobody@people.example', '2026-11-24', '10:00' from generate_series(1, ${rows}::int) as n`.execute(
        tx,
      ),
    );
    await asPlatform(app, (tx) =>
      sql`insert into patients (tenant_id, person_key, name, email, latest_date)
      select ${clinic.id}::uuid, n || '@people.example', md5(n::text), n || '@people.example', '2026-11-24' from generate_series(1, ${rows}::int) as n`.execute(
        tx,
      ),
    );
    for (const table of ['appointments', 'patients'] as const) {
      const { nodes, pages } = await planOf(table);
      expect(nodes).toContain(`${table}_search`);
      expect(pages).toBeLessThan(mostPages);
    }
  },
);

interface Plan {
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
}

/** Plans a search of all businesses, since another index finds these few rows of one sooner. */
async function planOf(table: 'appointments' | 'patients'): Promise<{ nodes: string; pages: number }> {
  return asPlatform(app, async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx);
    const { rows: answered } = await sql<{
      'QUERY PLAN': [{ Plan: Plan }];
    }>`explain (analyze, buffers, format json)
      select id from ${sql.table(table)} where search_text like '%zoya%'`.execute(tx);
    const plan = answered[0]?.['QUERY PLAN'][0].Plan;
    if (!plan) throw new Error('PostgreSQL explained nothing');
    return { nodes: JSON.stringify(plan), pages: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'] };
  });
}
