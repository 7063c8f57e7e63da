import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import type { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dropOnEveryNode, nodeUrls, onEveryNode } from '../../../test/fixtures/database/citus-template.ts';
import { movingRows } from '../../../test/fixtures/database/moving-data.ts';
import { databaseUrl, isCitus, loginUrl } from '../../../test/fixtures/database/postgres-template.ts';
import { testDatabase } from '../../../test/fixtures/database.ts';
import { migrate } from '../../db/migrate/migrate.ts';
import { readMigrations } from '../../db/migrate/migrations.ts';
import { openPostgres } from '../../db/engines/postgres/open-postgres.ts';
import { withOwnerConnection } from '../../db/engines/postgres/owner-connection.ts';
import { databaseSettings } from './checks.ts';
import { distribute, type DistributeOptions } from './distribute.ts';
import { moveBusiness } from './move-business.ts';
import { joinNodes } from './nodes.ts';
import { distributedTables, droppedForeignKeys, referenceTables } from './placement.ts';
import { connected } from '../../../test/fixtures/database/connected.ts';

const run = promisify(execFile);
const name = `samay_distribute_${randomBytes(4).toString('hex')}`;
const superuser = isCitus ? databaseUrl(nodeUrls()[0] ?? '', name) : '';
/**
 * Not a superuser, as in production: on the workers Citus acts as a database's owner and as its
 * superuser on two connections.
 */
const owner = superuser && ownedBy('samay_owner');
const stepCount = 9;

describe.runIf(isCitus)('npm run distribute', () => {
  let keysBefore: string[];
  let countsBefore: Record<string, number>;

  beforeAll(async () => {
    // The serving roles are those of the template.
    const { close } = await testDatabase();
    await close();
    await onEveryNode(async (client) => {
      const { rowCount } = await client.query(`select from pg_roles where rolname = 'samay_owner'`);
      if (rowCount === 0) await client.query('create role samay_owner login createrole createdb');
      await client.query(`create database ${name} owner samay_owner`);
    });
    const database = await openPostgres({ url: owner, poolSize: 1 });
    try {
      await migrate(database);
    } finally {
      await database.close();
    }
    await asSuperuser((client) => client.query(movingRows));
    [keysBefore, countsBefore] = [await foreignKeys(), await counts()];
  });
  afterAll(() => dropOnEveryNode(name));

  it('refuses a database without the extension, another’s tables, waiting migrations and running servers, and changes nothing [O-4.1]', async () => {
    await expect(attempt({ join: undefined })).rejects.toThrow('The database has no extension Citus');
    await asSuperuser((client) => client.query('create table strange (id int)'));
    await expect(attempt({})).rejects.toThrow("tables that are not Samay's: strange");
    await asSuperuser((client) => client.query('drop table strange'));
    const waiting = { name: '9999-waiting.sql', sql: '', checksum: '', oldestRelease: undefined };
    await expect(attempt({ migrations: [...readMigrations(), waiting] })).rejects.toThrow(
      'The database is not migrated to this release',
    );
    const server = await openPostgres({ url: loginUrl(owner), poolSize: 1 });
    try {
      await expect(attempt({})).rejects.toThrow('Servers are connected');
    } finally {
      await server.close();
    }
    expect(await foreignKeys()).toEqual(keysBefore);
  });

  it(
    'distributes a filled database, however often it is interrupted, and loses no row and no foreign key [O-4.1]',
    { timeout: 300_000 },
    async () => {
      const lines: string[] = [];
      let runs = 0;
      for (let isDone = false; !isDone; runs += 1) {
        let left = stepCount;
        const report = (line: string) => {
          lines.push(line);
          left -= line.startsWith('workers: ') ? 0 : 1;
          if (left < 0) throw new Error('interrupted');
        };
        isDone = await attempt({ report }).then(
          () => true,
          (error: Error) => {
            if (error.message !== 'interrupted') throw error;
            return false;
          },
        );
      }
      expect(runs).toBeGreaterThan(5);
      expect(lines).toContain('appointments: 1234 rows divided among the workers by business');
      expect(await counts()).toEqual(countsBefore);
      const kept = keysBefore.filter(
        (key) => !droppedForeignKeys.some((dropped) => key.startsWith(`${dropped} `)),
      );
      expect(await foreignKeys()).toEqual(kept);
      expect(await kinds()).toEqual({
        distributed: distributedTables.toSorted(),
        reference: referenceTables.toSorted(),
      });
    },
  );

  it('does nothing when it is run again [O-4.1]', async () => {
    const lines: string[] = [];
    await attempt({ report: (line) => lines.push(line) });
    expect(lines).toEqual([expect.stringMatching(/^workers: /)]);
  });

  it('is a command, as is the point to restore all nodes to [O-4.10]', async () => {
    const [coordinator = ''] = nodeUrls();
    const env = { ...process.env, DATABASE_URL: loginUrl(owner), MIGRATION_DATABASE_URL: owner };
    const command = async (file: string, ...values: string[]) =>
      (
        await run(process.execPath, [path.join(import.meta.dirname, '../../commands', file), ...values], {
          env,
        })
      ).stdout;
    expect(await command('distribute.ts', ...nodeUrls())).toMatch(
      /^workers: .*\nThe database is distributed\..*\n$/,
    );
    expect(await command('restore-point.ts', coordinator, 'noon')).toBe(
      'The point noon is in the log of every node.\n',
    );
  });

  it('lets later migrations add columns, indexes, functions, policies and tables on every node [O-4.3]', async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'samay-later-'));
    const database = await openPostgres({ url: owner, poolSize: 1 });
    try {
      for (const { name: file, sql } of readMigrations()) fs.writeFileSync(path.join(folder, file), sql);
      for (const [file, sql] of Object.entries(later)) fs.writeFileSync(path.join(folder, file), sql);
      expect(await migrate(database, { folder })).toEqual(Object.keys(later));
    } finally {
      await database.close();
      fs.rmSync(folder, { recursive: true });
    }
    const found = `select
      (select count(*)::int from pg_attribute join pg_class on pg_class.oid = attrelid where relkind = 'r' and attname = 'later') as columns,
      (select count(*)::int from pg_class where relname ~ '^later_index') as indexes,
      (select count(*)::int from pg_policies where policyname = 'later') as policies,
      (select count(*)::int from pg_proc where proname = 'later_one') as functions,
      (select count(*)::int from pg_class where relname ~ '^later_notes(_\\d+)?$' and relforcerowsecurity) as tables`;
    for (const url of nodeUrls().slice(1)) {
      const { rows } = await connected(databaseUrl(url, name), async (client) => {
        await client.query('set citus.override_table_visibility = off');
        return client.query<Record<string, number>>(found);
      });
      // Counts the table's shell, and its two parts on this worker.
      expect(rows).toEqual([{ columns: 3, indexes: 3, policies: 3, functions: 1, tables: 3 }]);
    }
    const { rows } = await asSuperuser((client) =>
      client.query(
        `select citus_table_type as type from citus_tables where table_name = 'later_notes'::regclass`,
      ),
    );
    expect(rows).toEqual([{ type: 'distributed' }]);
  });

  it(
    'moves a business to another worker and back while it is written to, with all of its rows [O-4.10]',
    { timeout: 120_000 },
    async () => {
      const business = '00000000-0000-4000-8000-00000000000a';
      const [, ...workers] = nodeUrls().map((url) => new URL(url).host);
      const before = await findWorker(business);
      const other = workers.find((worker) => worker !== before) ?? '';
      expect(await whileWriting(business, (client) => moveBusiness(client, business, other))).toEqual([
        `${business} has a part of its own of every table now`,
        `${business}: its rows have moved from ${before} to ${other}`,
      ]);
      expect([await findWorker(business), await counts()]).toEqual([other, countsBefore]);
      expect(await whileWriting(business, (client) => moveBusiness(client, business, before))).toEqual([
        `${business}: its rows have moved from ${other} to ${before}`,
      ]);
      await expect(asSuperuser((client) => moveBusiness(client, business, 'nowhere:1'))).rejects.toThrow(
        'There is no worker nowhere:1',
      );
      await expect(asSuperuser((client) => moveBusiness(client, 'nobody', other))).rejects.toThrow(
        'There is no business nobody',
      );
    },
  );

  it('leaves on every node the look-up of sessions to the logins that serve', async () => {
    for (const url of nodeUrls()) {
      const { rows } = await connected(databaseUrl(url, name), (client) =>
        client.query(
          `select has_function_privilege('public', oid, 'execute') as everybody,
            has_function_privilege('samay_app', oid, 'execute') as businesses
           from pg_proc where proname = 'sessions_of_requests'`,
        ),
      );
      expect(rows).toEqual([{ everybody: false, businesses: false }]);
    }
  });

  it('sets on every node what its sessions need', async () => {
    for (const url of nodeUrls()) {
      // Reads the setting itself: Citus keeps some of its settings out of pg_settings.
      const { rows } = await connected(databaseUrl(url, name), (client) =>
        client.query<{ name: string; setting: string }>(
          'select name, current_setting(name) as setting from unnest($1::text[]) as name',
          [Object.keys(databaseSettings)],
        ),
      );
      expect(Object.fromEntries(rows.map((row) => [row.name, row.setting]))).toEqual(databaseSettings);
    }
  });

  it('leaves the roles of the workers able to log in', async () => {
    for (const url of nodeUrls().slice(1)) {
      const { rows } = await connected(url, (client) =>
        client.query(
          `select rolname as role from pg_roles where rolname in ('samay_app', 'samay_guest', 'samay_platform') and rolcanlogin order by 1`,
        ),
      );
      expect(rows).toEqual([{ role: 'samay_app' }, { role: 'samay_guest' }, { role: 'samay_platform' }]);
    }
  });
});

const later = {
  '9901-later.sql': `set local lock_timeout = '100ms';
alter table appointments add column later text;
create function later_one(tenant uuid) returns int language sql as 'select 1';
create policy later on appointments for select to samay_platform using (true);
create table later_notes (tenant_id uuid not null, appointment_id uuid not null, primary key (tenant_id, appointment_id));
select isolate_tenant('later_notes');
alter table later_notes add foreign key (tenant_id, appointment_id) references appointments (tenant_id, id);
`,
  '9902-later-index.sql': `create index concurrently later_index on appointments (tenant_id, later);\n`,
};

function ownedBy(role: string): string {
  const url = new URL(superuser);
  url.username = role;
  return url.href;
}

async function attempt(options: Partial<DistributeOptions>): Promise<void> {
  await withOwnerConnection(owner, (client) =>
    distribute(client, {
      serving: loginUrl(owner),
      report: () => undefined,
      join: () => joinNodes(nodeUrls(), name),
      shards: 4,
      ...options,
    }),
  );
}

function asSuperuser<T>(work: (client: Client) => Promise<T>): Promise<T> {
  return connected(superuser, work);
}

/** Lists `table.name definition` of each, without those of shards. */
async function foreignKeys(): Promise<string[]> {
  const { rows } = await asSuperuser((client) =>
    client.query<{ text: string }>(
      `select conrelid::regclass || '.' || conname || ' ' || pg_get_constraintdef(oid) as text from pg_constraint
       where contype = 'f' and connamespace = 'public'::regnamespace and conrelid::regclass::text !~ '_\\d{6}$' order by 1`,
    ),
  );
  return rows.map(({ text }) => text);
}

/** Writes to a business's bookings, one statement after the other, until the work is done. */
async function whileWriting<T>(business: string, work: (client: Client) => Promise<T>): Promise<T> {
  const ending = new AbortController();
  const writing = asSuperuser(async (client) => {
    while (!ending.signal.aborted)
      await client.query('update appointments set status = status where tenant_id = $1', [business]);
  });
  try {
    return await asSuperuser(work);
  } finally {
    ending.abort();
    await writing;
  }
}

async function findWorker(business: string): Promise<string> {
  const { rows } = await asSuperuser((client) =>
    client.query<{ worker: string }>(
      `select nodename || ':' || nodeport as worker from pg_dist_shard_placement
       where shardid = get_shard_id_for_distribution_column('claims', $1::uuid)`,
      [business],
    ),
  );
  return rows[0]?.worker ?? '';
}

async function counts(): Promise<Record<string, number>> {
  return asSuperuser(async (client) => {
    const counted: Record<string, number> = {};
    for (const table of [
      ...referenceTables,
      ...distributedTables,
      'memberships',
      'sessions',
      'platform_admins',
    ]) {
      const { rows } = await client.query<{ count: number }>(`select count(*)::int as count from ${table}`);
      counted[table] = rows[0]?.count ?? -1;
    }
    return counted;
  });
}

async function kinds(): Promise<Record<string, string[]>> {
  const { rows } = await asSuperuser((client) =>
    client.query<{ type: string; tables: string[] }>(
      `select citus_table_type as type, array_agg(table_name::text order by table_name::text) as tables from citus_tables
       where citus_table_type <> 'local' group by 1`,
    ),
  );
  return Object.fromEntries(rows.map(({ type, tables }) => [type, tables.toSorted()]));
}
