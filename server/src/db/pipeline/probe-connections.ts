import type { Pool, PoolClient } from 'pg';
import type { Database } from '../client/database.ts';

/** `silent`: no connection answered. `busy`: none was to be had in time: all are in use, or no new one comes about. */
export type DatabaseAnswer = 'answers' | 'silent' | 'busy';

/**
 * Whether callers would be served now: asks each connection without work, at least one. On PostgreSQL one that does not answer in time is
 * discarded, before a request meets it; the embedded database has only one, which may be slow and is kept.
 */
export async function databaseAnswers({ kind, pool }: Database, patienceMs: number): Promise<DatabaseAnswer> {
  const statement = { text: 'select 1', ...(kind === 'postgres' && { query_timeout: patienceMs }) };
  const answers = await Promise.all(Array.from({ length: Math.max(1, pool.idleCount) }, () => ask(pool, statement, patienceMs)));
  return answers.find((answer) => answer === 'answers') ?? answers[0] ?? 'silent';
}

/** Discards the connections without work that do not answer a statement in time. */
export async function discardSilent(pool: Pool, patienceMs: number): Promise<void> {
  const statement = { text: 'select 1', query_timeout: patienceMs };
  await Promise.all(Array.from({ length: pool.idleCount }, () => ask(pool, statement, patienceMs)));
}

async function ask(pool: Pool, statement: { text: string }, patienceMs: number): Promise<DatabaseAnswer> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), patienceMs);
  });
  try {
    const taking = pool.connect();
    const client = await Promise.race([taking, late]);
    if (client) return await Promise.race([use(client, statement), late.then(() => 'silent' as const)]);
    // Given back as soon as it comes.
    void taking.then((taken) => taken.release()).catch(() => undefined);
    return 'busy';
  } catch {
    return 'silent';
  } finally {
    clearTimeout(timer);
  }
}

async function use(client: PoolClient, statement: { text: string }): Promise<DatabaseAnswer> {
  try {
    await client.query(statement);
    client.release();
    return 'answers';
  } catch {
    client.release(true);
    return 'silent';
  }
}
