import { Pool } from 'pg';
import { columnParsers } from '../client/column-parsers.ts';
import { discardSilent } from '../pipeline/probe-connections.ts';
import { type Database, type DatabaseLog, kyselyOver, onlyOnce, warningsLog } from '../client/database.ts';
import { type Deadlines, usualDeadlines } from '../../core/database-deadlines.ts';
import { listenOn } from './postgres-listener.ts';
import { PreparedNames } from '../pipeline/prepared-names.ts';
import { unreachable } from './connection-error.ts';

export interface PostgresOptions {
  url: string;
  /** Connections at most; one more serves each `listen`. */
  poolSize: number;
  deadlines?: Deadlines | undefined;
  /** Whether statements are prepared; a pooler between may not know prepared statements. */
  prepares?: boolean | undefined;
  log?: DatabaseLog;
}

/** The system asks the other end of a silent connection for a sign of life after so long. */
const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };
/** Above the time that the opening of a job gives its statements (openings.ts). */
const jobAnswerMs = 65_000;
/** For the others, once a connection was silent: the healthy answer in a moment. */
const suspicionMs = 1_000;

/**
 * Opens PostgreSQL 15 or later.
 *
 * @throws DatabaseRefused when the server cannot be reached or refuses the login
 */
export async function openPostgres({
  url,
  poolSize,
  deadlines = usualDeadlines,
  prepares = true,
  log = warningsLog,
}: PostgresOptions): Promise<Database> {
  const pool = new Pool({
    connectionString: url,
    max: poolSize,
    types: columnParsers,
    ...keepAlive,
    connectionTimeoutMillis: deadlines.waitMs,
    statement_timeout: deadlines.statementMs,
    idle_in_transaction_session_timeout: deadlines.statementMs,
    query_timeout: deadlines.answerMs,
    idleTimeoutMillis: deadlines.idleMs,
    maxLifetimeSeconds: deadlines.lifeSeconds,
    application_name: 'samay',
  });
  // One in use has no listener of the pool's. Its user is told by the statement that fails.
  pool.on('connect', (client) => client.on('error', () => undefined));
  pool.on('error', (error) => log.warn({ err: error }, `an idle database connection was lost: ${error.message}`));
  await pool.query('select 1').catch(async (error: unknown) => {
    await pool.end();
    throw unreachable(url, 'DATABASE_URL', error);
  });
  const guards = {
    names: prepares ? new PreparedNames() : undefined,
    jobAnswerMs: Math.max(jobAnswerMs, deadlines.answerMs),
    onSilence: () => void discardSilent(pool, suspicionMs),
  };
  return {
    kind: 'postgres',
    pool,
    kysely: kyselyOver(pool, guards),
    listen: listenOn({ connectionString: url, application_name: 'samay listener', ...keepAlive }, log),
    close: onlyOnce(() => pool.end()),
  };
}
