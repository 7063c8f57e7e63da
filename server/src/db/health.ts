import type { Pool, PoolClient } from 'pg';
import type { Database } from './database.ts';
import { getConnections, isEmbedded } from './open-database.ts';

/**
 * Returns false if the database inside this process is stuck. Sends no statement, and is always
 * true for PostgreSQL.
 */
export function isEngineRunning(database: Database): boolean {
  return !isEmbedded(database) || database.isRunning();
}

/**
 * Returns false while this machine's clock differs from the database's, and nothing is read or
 * written.
 */
export function isClockRight(database: Database): boolean {
  return getConnections(database).isClockRight?.() ?? true;
}

/**
 * `silent`: no connection answered. `busy`: none was free in time, because all are in use or no new
 * one could be made.
 */
type ProbeResult = 'answers' | 'silent' | 'busy';

/**
 * Probes whether callers would be served now: sends a statement on each idle connection, at least
 * on one. On PostgreSQL a connection that does not answer in time is discarded before a request
 * uses it; the embedded database has only one, which may be slow and is kept.
 */
export async function probeConnections(database: Database, timeoutMs: number): Promise<ProbeResult> {
  const { kind, pool } = getConnections(database);
  const answers = await askIdle(pool, kind === 'postgres', timeoutMs, 1);
  return answers.find((answer) => answer === 'answers') ?? answers[0] ?? 'silent';
}

/** Discards the idle connections that do not answer a statement in time. */
export async function discardUnresponsive(pool: Pool, timeoutMs: number): Promise<void> {
  await askIdle(pool, true, timeoutMs, 0);
}

async function askIdle(
  pool: Pool,
  discards: boolean,
  timeoutMs: number,
  least: number,
): Promise<ProbeResult[]> {
  const statement = { text: 'select 1', ...(discards && { query_timeout: timeoutMs }) };
  const count = Math.max(least, pool.idleCount);
  return Promise.all(Array.from({ length: count }, () => ask(pool, statement, timeoutMs)));
}

async function ask(pool: Pool, statement: { text: string }, timeoutMs: number): Promise<ProbeResult> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), timeoutMs);
  });
  try {
    const taking = pool.connect();
    const client = await Promise.race([taking, late]);
    if (client) return await Promise.race([use(client, statement), late.then(() => 'silent' as const)]);
    // Returns the connection as soon as it arrives.
    void taking.then((taken) => taken.release()).catch(() => undefined);
    return 'busy';
  } catch {
    return 'silent';
  } finally {
    clearTimeout(timer);
  }
}

async function use(client: PoolClient, statement: { text: string }): Promise<ProbeResult> {
  try {
    await client.query(statement);
    client.release();
    return 'answers';
  } catch {
    client.release(true);
    return 'silent';
  }
}
