import type { ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '../../src/db/database.ts';
import { syncCounter } from '../../src/db/durable-file-system.ts';
import { openEmbedded } from '../../src/db/open-embedded.ts';
import { openPostgres } from '../../src/db/open-postgres.ts';
import { type StartedPostgres, startPostgres } from '../../../scripts/postgres.mjs';
import { temporaryFolder } from './invariant.ts';

/** A database of its own that a test may kill and open again. */
export interface KillableEngine {
  /** Makes it ready for a writer in another process; the address that the writer needs. */
  start(): Promise<string>;
  /** kill -9 of whatever writes the files. */
  kill(writer: ChildProcess): Promise<void>;
  /** Opens it from here, after a kill if there was one. */
  open(): Promise<{ database: Database; close: () => Promise<void> }>;
  /** How often its log of changes was synced to the disk so far. */
  fsyncs(database: Database): Promise<number>;
  remove(): Promise<void>;
}

export async function killableEngine(kind: Database['kind']): Promise<KillableEngine> {
  return kind === 'embedded' ? killableEmbedded() : killablePostgres();
}

function killableEmbedded(): KillableEngine {
  const { folder, remove } = temporaryFolder('durability');
  return {
    start: async () => folder,
    async kill(writer) {
      writer.kill('SIGKILL');
    },
    async open() {
      const database = await openEmbedded({ directory: folder });
      return { database, close: () => database.close() };
    },
    fsyncs: async () => syncCounter.fsyncs,
    remove: async () => remove(),
  };
}

/** A private cluster, since nobody else's may be killed. */
function killablePostgres(): KillableEngine {
  const { folder, remove } = temporaryFolder('durability');
  let server: StartedPostgres | undefined;
  const running = async (): Promise<string> => {
    server ??= await startPostgres({ directory: folder, own: true });
    if (server.url === undefined) throw new Error(server.reason);
    return server.url;
  };
  return {
    start: running,
    async kill() {
      const killed = server;
      server = undefined;
      if (killed?.pid === undefined) throw new Error('nothing runs that could be killed');
      // Stopped first, so that it makes no child that nobody kills; and all have to be gone before their memory may be used again.
      process.kill(killed.pid, 'SIGSTOP');
      const family = [killed.pid, ...childrenOf(killed.pid)];
      for (const pid of family) process.kill(pid, 'SIGKILL');
      await untilGone(family);
      await killed.stop();
    },
    async open() {
      const database = await openPostgres({ url: await running(), poolSize: 1 });
      return { database, close: () => database.close() };
    },
    fsyncs: syncsOfLog,
    async remove() {
      const last: StartedPostgres | undefined = server;
      await last?.stop();
      remove();
    },
  };
}

/** The backends: each leads a session of its own, so that a signal to the postmaster's group would miss them. */
function childrenOf(parent: number): number[] {
  const processes = fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return processes.map(Number).filter((pid) => lookAt(pid)?.parent === parent);
}

/** A process that is dead and not yet buried holds nothing any more. */
async function untilGone(family: readonly number[]): Promise<void> {
  const holds = (pid: number) => !['Z', 'X', undefined].includes(lookAt(pid)?.state);
  while (family.some(holds)) await wait(5);
}

function lookAt(pid: number): { state: string | undefined; parent: number } | undefined {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { state, parent: Number(parent) };
  } catch {
    return undefined; // it has just ended
  }
}

async function syncsOfLog({ pool }: Database): Promise<number> {
  const version = await pool.query<{ major: number }>(`select current_setting('server_version_num')::int / 10000 as major`);
  // PostgreSQL 18 counts them elsewhere.
  const counter =
    (version.rows[0]?.major ?? 0) < 18
      ? 'select wal_sync as syncs from pg_stat_wal'
      : `select sum(fsyncs)::bigint as syncs from pg_stat_io where object = 'wal'`;
  await pool.query('select pg_stat_force_next_flush()');
  const { rows } = await pool.query<{ syncs: number }>(counter);
  return rows[0]?.syncs ?? 0;
}
