import type { Pool, PoolClient } from 'pg';
import type { OpenDatabase } from './open-database.ts';

/**
 * `silent`: no connection answered. `busy`: none was free in time, because all are in use or no new
 * one could be made.
 */
export type ProbeResult = 'answers' | 'silent' | 'busy';

/**
 * Whether callers would be served now: sends a statement on each idle connection, at least on one.
 * On PostgreSQL a connection that does not answer in time is discarded before a request uses it;
 * the embedded database has only one, which may be slow and is kept.
 */
export async function probeConnections(
  { kind, pool }: Pick<OpenDatabase, 'kind' | 'pool'>,
  timeoutMs: number,
): Promise<ProbeResult> {
  const statement = { text: 'select 1', ...(kind === 'postgres' && { query_timeout: timeoutMs }) };
  const answers = await Promise.all(
    Array.from({ length: Math.max(1, pool.idleCount) }, () => ask(pool, statement, timeoutMs)),
  );
  return answers.find((answer) => answer === 'answers') ?? answers[0] ?? 'silent';
}

/** Discards the idle connections that do not answer a statement in time. */
export async function discardUnresponsive(pool: Pool, timeoutMs: number): Promise<void> {
  const statement = { text: 'select 1', query_timeout: timeoutMs };
  await Promise.all(Array.from({ length: pool.idleCount }, () => ask(pool, statement, timeoutMs)));
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
    // Returned as soon as it arrives.
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
