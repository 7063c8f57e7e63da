import { type ClientBase, Pool } from 'pg';
import { columnParsers } from '../../column-parsers.ts';
import { discardUnresponsive } from '../../health.ts';
import { type DatabaseLog, DatabaseRefused, warningsLog } from '../../database.ts';
import { onlyOnce, type OpenDatabase } from '../../open-database.ts';
import { genericPlans, type Opening } from '../../openings.ts';
import { Connection, PreparedNames } from '../../connection.ts';
import { type Deadlines, usualDeadlines } from '../../../core/database-deadlines.ts';
import { Announcer } from './announcer.ts';
import { ClockCheck } from './clock-check.ts';
import { listenOn } from './postgres-listener.ts';
import { connectionError } from './connection-error.ts';

export interface PostgresOptions {
  url: string;
  /** The address of the database without a pooler, to listen on; `url` when absent. */
  listenUrl?: string | undefined;
  /** The most connections; each `listen` uses one more. */
  poolSize: number;
  deadlines?: Deadlines | undefined;
  /** Whether statements are prepared; a connection pooler in between may not support that. */
  prepares?: boolean | undefined;
  log?: DatabaseLog;
}

/** TCP keep-alive on idle connections. */
const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };
/** Exceeds the statement timeout of a job (client/openings.ts). */
const jobAnswerMs = 65_000;
/**
 * The deadline for the other connections after one did not answer: healthy ones answer immediately.
 */
const suspicionMs = 1_000;

/**
 * Opens PostgreSQL 15 or later.
 *
 * @throws DatabaseRefused when the server cannot be reached or refuses the login
 */
export async function openPostgres({
  url,
  listenUrl = url,
  poolSize,
  deadlines = usualDeadlines,
  prepares = true,
  log = warningsLog,
}: PostgresOptions): Promise<OpenDatabase> {
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
    // Turns off compilation: a statement of a screen takes less than a millisecond. Compiling one
    // whose cost was estimated too high took 400 (decision 0035).
    options: '-c jit=off',
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it, which its types do not say
    onConnect: assertPrimary,
  });
  // Ignores the event: the pool listens for errors of idle connections only. In use, the statement
  // that fails reports the error.
  pool.on('connect', (client) => client.on('error', () => undefined));
  // Removes the client that the pool adds to the error: with the texts and values of its
  // statements, which belong in no log.
  pool.on('error', ({ message, stack }) =>
    log.warn({ err: { message, stack } }, `an idle database connection was lost: ${message}`),
  );
  const clock = new ClockCheck(pool, log);
  let isOfCitus = false;
  try {
    await clock.compare();
    isOfCitus = await hasCitus(pool);
  } catch (error) {
    await pool.end();
    throw connectionError(url, 'DATABASE_URL', error);
  }
  const problem = clock.problem();
  if (problem) {
    await pool.end();
    throw new DatabaseRefused(problem.message, { cause: problem });
  }
  clock.start();
  const options = {
    before: clock.assertRight,
    names: prepares ? new PreparedNames() : undefined,
    omitted: isOfCitus ? genericPlans : undefined,
    jobAnswerMs: Math.max(jobAnswerMs, deadlines.answerMs),
    onSilence: () => void discardUnresponsive(pool, suspicionMs),
  };
  const connect = (opening?: Opening) => new Connection(pool, options, opening);
  const announcer = new Announcer(pool, log);
  return {
    kind: 'postgres',
    pool,
    connect,
    listen: listenOn({ connectionString: listenUrl, application_name: 'samay listener', ...keepAlive }, log),
    announcer,
    isClockRight: () => clock.problem() === undefined,
    close: onlyOnce(async () => {
      clock.stop();
      await announcer.close();
      await pool.end();
    }),
  };
}

/** Returns whether the tables may be divided among several nodes (npm run distribute). */
async function hasCitus(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query(`select from pg_extension where extname = 'citus'`);
  return rows.length > 0;
}

/**
 * Refuses a connection to a standby, whose answers may be old. During a failover, an address may
 * lead to one for a moment.
 */
async function assertPrimary(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby');
  if (rows[0]?.standby)
    throw Object.assign(new Error('the connection leads to a standby'), { code: '25006' });
}
