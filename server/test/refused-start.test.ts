import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, it, test } from 'vitest';
import { markAsDemo, markAsMoved, markAsOurs } from '../src/db/engines/embedded/embedded-directory.ts';
import { openEmbedded } from '../src/db/engines/embedded/open-embedded.ts';
import { openPostgres } from '../src/db/engines/postgres/open-postgres.ts';
import { testDatabase, testEngine } from './fixtures/database.ts';
import { loadDump } from './fixtures/database/embedded-dump.ts';
import { temporaryFolder } from './fixtures/invariants/invariant.ts';
import { startServer } from './fixtures/running-server.ts';
import { inheritedEnvironment } from './fixtures/inherited-environment.ts';

// A refused start changes nothing: the data directory is the same byte for byte, and the database
// has no new table.
const { folder, remove } = temporaryFolder('refused-start');
const other = createServer((_, response) => response.writeHead(503).end());
const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://samay.example',
  HOST: '127.0.0.1',
  PORT: '0',
};

afterAll(() => {
  other.close();
  remove();
});

interface RefusedStart {
  readonly name: string;
  /** Creates the data directory's contents. Without it the directory does not exist. */
  readonly prepare?: (directory: string) => void | Promise<void>;
  readonly settings?: (directory: string) => Promise<Record<string, string>> | Record<string, string>;
  readonly message: RegExp;
}

const reasons: RefusedStart[] = [
  {
    name: 'a missing setting',
    settings: () => ({ ...production, PUBLIC_URL: '' }),
    message:
      /^These settings stop the start:\n {2}PUBLIC_URL: the https address that people type is missing\n$/,
  },
  {
    name: 'a folder that cannot be used',
    prepare: (directory) => fs.writeFileSync(directory, ''),
    settings: (directory) => ({ DATA_DIR: join(directory, 'data') }),
    message:
      /^The folder .*data cannot be used \(ENOTDIR\)\. Give DATA_DIR a folder that Samay may write to\.\n$/,
  },
  {
    name: 'a port in use',
    settings: async () => ({ PORT: String(await takenPort()) }),
    message: /^Port \d+ is taken by another program\. Stop it, or set PORT to another one\.\n$/,
  },
  {
    name: 'secrets that other users can read',
    prepare: (directory) => writeIn(directory, 'secrets.json', '{}', 0o644),
    message: /secrets\.json can be read by other users of this machine\. Run: chmod 600/,
  },
  {
    name: 'an invalid secrets file',
    prepare: (directory) => writeIn(directory, 'secrets.json', '{}', 0o600),
    message: /secrets\.json does not hold the secrets of Samay\./,
  },
  {
    name: 'data that was moved to PostgreSQL',
    prepare: (directory) => {
      fs.mkdirSync(directory);
      markAsMoved(directory, 'db.example/samay');
    },
    message: /was moved to PostgreSQL \(db\.example\/samay\)/,
  },
  {
    name: 'data of another version',
    prepare: (directory) => {
      fs.mkdirSync(directory);
      markAsOurs(directory);
      writeIn(join(directory, 'database'), 'PG_VERSION', '17\n', 0o600);
    },
    message: /holds a database of pglite 17, this Samay reads pglite 18\./,
  },
  {
    name: 'a demo, in production',
    prepare: async (directory) => {
      await (await openEmbedded({ directory, dump: await loadDump('empty', async () => undefined) })).close();
      markAsDemo(directory);
    },
    settings: () => production,
    message:
      /^This database holds the demo, whose accounts and password are public: a production start is refused\./,
  },
];

describe.skipIf(testEngine === 'postgres')('a start is refused and the data directory unchanged for', () => {
  it.each(reasons)('$name [O-2.15]', async ({ name, prepare, settings, message }) => {
    const directory = join(folder, name.replaceAll(' ', '-'));
    await prepare?.(directory);
    const before = getContents(folder);
    const error = await startErrorOf({ PORT: '0', DATA_DIR: directory, ...(await settings?.(directory)) });
    expect(error).toMatch(message);
    expect(getContents(folder)).toEqual(before);
  });
});

test.skipIf(testEngine === 'postgres')(
  'production refuses demo data without a marker file before it migrates or creates anything',
  { timeout: 60_000 },
  async () => {
    const directory = join(folder, 'old-demo');
    const database = await openEmbedded({ directory, dump: await loadDump('empty', async () => undefined) });
    await database.pool.query(`create role samay_app; create role samay_platform;
      create table installation (demo boolean not null); insert into installation values (true);
      grant select on installation to samay_platform`);
    await database.close();
    const before = fs.readdirSync(directory);
    expect(await startErrorOf({ ...production, DATA_DIR: directory })).toMatch(
      /^This database holds the demo/,
    );
    expect(fs.readdirSync(directory)).toEqual(before);
    const again = await openEmbedded({ directory });
    const { rows } = await again.pool.query(
      `select relname::text as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
    );
    expect(rows).toEqual([{ name: 'installation' }]);
    await again.close();
  },
);

test.skipIf(testEngine === 'postgres')(
  'an end before it serves says so, where there is no error to say it',
  { timeout: 60_000 },
  async () => {
    const main = new URL('../src/main.ts', import.meta.url).pathname;
    // Ends the process while the database opens, as a library could.
    const ending = 'data:text/javascript,setTimeout(() => process.exit(0))';
    const { status, stderr } = spawnSync(process.execPath, ['--import', ending, main], {
      env: { ...inheritedEnvironment, LOG_LEVEL: 'error', PORT: '0', DATA_DIR: join(folder, 'ended') },
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([
      0,
      expect.stringMatching(
        /^The server ended \d+ ms after its launch, before it served, and without an error\.\n$/,
      ),
    ]);
  },
);

describe.runIf(testEngine === 'postgres')(
  'a start on PostgreSQL is refused, and data directory and database are unchanged, for',
  () => {
    const serving = `samay_refused_${process.pid}`;

    it.each([
      [
        'a superuser as the server role',
        'is a superuser',
        async (owner: string) => ({ DATABASE_URL: owner }),
      ],
      [
        'a role that would own the tables',
        'would own the tables that the migrations make',
        async (owner: string) => {
          const login = Object.assign(new URL(owner), { username: serving, password: 'samay' }).href;
          const database = await openPostgres({ url: owner, poolSize: 1 });
          await database.pool.query(`create role ${serving} login password 'samay'`);
          await database.close();
          return { DATABASE_URL: login };
        },
      ],
    ])('%s [O-2.15]', async (_, reason, prepare) => {
      const held = await testDatabase({ migrated: false, poolSize: 2 });
      try {
        const settings = await prepare(held.ownerUrl ?? '');
        const directory = join(folder, 'never-made');
        expect(await startErrorOf({ ...production, ...settings, DATA_DIR: directory })).toContain(
          `of DATABASE_URL ${reason}, so row security`,
        );
        expect(fs.existsSync(directory)).toBe(false);
        const { rows } = await held.database.pool
          .query(`select relname from pg_class join pg_namespace on pg_namespace.oid = relnamespace
        where nspname not in ('pg_catalog', 'information_schema', 'pg_toast')`);
        expect(rows).toEqual([]);
      } finally {
        await held.database.pool.query(`drop role if exists ${serving}`);
        await held.close();
      }
    });
  },
);

/** Returns the message of a process that exits instead of serving. */
async function startErrorOf(settings: Record<string, string>): Promise<string> {
  const started = await startServer(settings).catch((error: unknown) => error);
  if (!(started instanceof Error)) throw new Error('the server started');
  return started.message.replace('the server ended: ', '');
}

async function takenPort(): Promise<number> {
  if (!other.listening) await once(other.listen(0, '127.0.0.1'), 'listening');
  return (other.address() as AddressInfo).port;
}

function writeIn(directory: string, name: string, content: string, mode: number): void {
  fs.mkdirSync(directory, { recursive: true });
  fs.writeFileSync(join(directory, name), content, { mode });
}

/** Lists every file and folder in the directory, with its mode, size and hash. */
function getContents(directory: string): string[] {
  const entries = fs.readdirSync(directory, { recursive: true, encoding: 'utf8' }).toSorted();
  return entries.map((name) => {
    const { mode, size } = fs.statSync(join(directory, name));
    const isFile = fs.statSync(join(directory, name)).isFile();
    const sum = isFile
      ? createHash('sha256')
          .update(fs.readFileSync(join(directory, name)))
          .digest('hex')
      : '';
    return `${name} ${mode} ${isFile ? size : ''} ${sum}`;
  });
}
