import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { Client } from 'pg';
import { expect, test, vi } from 'vitest';
import { startPostgres } from '../../scripts/postgres.mjs';
import { temporaryFolder } from './fixtures/invariants/invariant.ts';
import { inheritedEnvironment } from './fixtures/inherited-environment.ts';

const script = new URL('../../scripts/postgres.mjs', import.meta.url).href;

async function query(url: string | undefined, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url ?? '' });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

function isRunning(pid: number | undefined): boolean {
  try {
    return process.kill(pid ?? 0, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw error;
  }
}

test('a private PostgreSQL server syncs its commits, listens on the loopback address only, and has no superuser roles [O-5.16]', async () => {
  const postgres = await startPostgres({ own: true });
  try {
    const settings = `select current_setting('fsync') as fsync, current_setting('listen_addresses') as host`;
    expect(await query(postgres.url, settings)).toEqual([{ fsync: 'on', host: '127.0.0.1' }]);
    const roles = `select rolname, rolsuper or rolbypassrls as privileged from pg_roles where rolname like 'samay%' order by rolname`;
    expect(await query(postgres.url, roles)).toEqual([
      { rolname: 'samay_login', privileged: false },
      { rolname: 'samay_owner', privileged: false },
    ]);
  } finally {
    await postgres.stop();
  }
  expect(isRunning(postgres.pid)).toBe(false);
});

test('it stops when its parent process is killed, and removes its folder [O-5.16]', async () => {
  const { folder, remove } = temporaryFolder('orphan');
  const program = `const { startPostgres } = await import(${JSON.stringify(script)});
    console.log((await startPostgres({ own: true })).pid);
    setInterval(() => {}, 1000);`;
  const parent = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...inheritedEnvironment, TMPDIR: folder },
  });
  // PostgreSQL runs as an ordinary user, who must be able to access the folder.
  fs.chmodSync(folder, 0o755);
  const [line] = (await once(parent.stdout, 'data')) as [Buffer];
  const pid = Number(line);
  expect(isRunning(pid)).toBe(true);
  expect(fs.readdirSync(folder)).toHaveLength(1);
  parent.kill('SIGKILL');
  await expect.poll(() => isRunning(pid)).toBe(false);
  await expect.poll(() => fs.readdirSync(folder)).toEqual([]);
  remove();
});

test('with TEST_DATABASE_URL it starts no server', async () => {
  vi.stubEnv('TEST_DATABASE_URL', 'postgres://given.example/db');
  try {
    expect(await startPostgres()).toMatchObject({ url: 'postgres://given.example/db' });
  } finally {
    vi.unstubAllEnvs();
  }
});
