import { Pool } from 'pg';
import { columnParsers } from './column-parsers.ts';
import { type Database, type DatabaseLog, kyselyOver, onlyOnce, warningsLog } from './database.ts';
import { listenOn } from './postgres-listener.ts';
import { unreachable } from './refuse-unreachable.ts';

export interface PostgresOptions {
  url: string;
  /** Connections at most; one more serves each `listen`. */
  poolSize: number;
  log?: DatabaseLog;
}

/**
 * Opens PostgreSQL 15 or later. A statement may take 30 s, an open transaction may idle as long, a caller waits 10 s for a connection.
 *
 * @throws DatabaseRefused when the server cannot be reached or refuses the login
 */
export async function openPostgres({ url, poolSize, log = warningsLog }: PostgresOptions): Promise<Database> {
  const pool = new Pool({
    connectionString: url,
    max: poolSize,
    types: columnParsers,
    pipeline: true,
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 30_000,
    application_name: 'samay',
  });
  // One in use has no listener of the pool's. Whoever uses it is told by the statement that fails.
  pool.on('connect', (client) => client.on('error', () => undefined));
  pool.on('error', (error) => log.warn({ err: error }, `an idle database connection was lost: ${error.message}`));
  await pool.query('select 1').catch(async (error: unknown) => {
    await pool.end();
    throw unreachable(url, 'DATABASE_URL', error);
  });
  return {
    kind: 'postgres',
    pool,
    kysely: kyselyOver(pool, { prepares: true }),
    listen: listenOn({ connectionString: url, application_name: 'samay listener' }, log),
    close: onlyOnce(() => pool.end()),
  };
}
