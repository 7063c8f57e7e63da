import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Logger, pino } from 'pino';
import { readSettings, type Settings } from './core/settings.ts';
import { type DatabaseLog, DatabaseRefused } from './db/database.ts';
import { isDatabaseUnavailable, isPassing } from './db/errors.ts';
import type { EmbeddedDatabase, OpenDatabase } from './db/open-database.ts';
import { migrate } from './db/migrate/migrate.ts';
import { openPostgres } from './db/engines/postgres/open-postgres.ts';
import { assertSafeLogin } from './process/login-checks.ts';
import { assertNotDemo } from './process/demo-checks.ts';
import { logOptions } from './process/log-options.ts';
import {
  checkBeforeMigrating,
  checkBeforeOpening,
  prepareFolder,
  StartupError,
} from './process/startup-checks.ts';

/** How long a start is repeated that had lost the database, as in a failover, and the pause. */
const repeatedMs = 60_000;
const pauseMs = 1_000;

/**
 * Starts the server: environment → settings → database → app → listening. Throws a sentence for the
 * operator where it must not start. A start that loses a connection to the database begins again:
 * the database was there, and is soon again.
 */
export async function start(environment: Record<string, string | undefined>): Promise<void> {
  const settings = readSettings(environment);
  const log = pino(logOptions(settings));
  let lostAt: number | undefined;
  let wasOpen = false;
  for (;;)
    try {
      return await startOnce(settings, log, () => (wasOpen = true));
    } catch (error) {
      const { cause } = error as Error;
      const isLost = isPassing(error) || isPassing(cause);
      // One that stops may refuse a new connection before a statement on another one is lost.
      const isAway =
        (wasOpen || lostAt !== undefined) &&
        isDatabaseUnavailable(error instanceof DatabaseRefused ? cause : error);
      lostAt ??= performance.now();
      if ((!isLost && !isAway) || performance.now() - lostAt > repeatedMs) throw error;
      log.warn({ err: error }, 'the database was lost during the start, which begins again');
      await wait(pauseMs);
    }
}

async function startOnce(settings: Settings, log: Logger, onOpen: () => void): Promise<void> {
  // Imports the rest of the server while folder and port are checked.
  const importing = import('./serve.ts');
  await checkBeforeOpening(settings);
  const database = await openDatabase(settings, log);
  onOpen();
  // The functions that end the started parts; the last started ends first.
  const endings: (() => Promise<unknown>)[] = [() => database.close()];
  const endAll = async () => {
    for (const end of endings.toReversed()) await end();
  };
  try {
    await checkBeforeMigrating(settings, database);
    await prepareFolder(settings);
    const url = settings.migrationDatabaseUrl ?? settings.databaseUrl;
    const applied = await migrate(database, {
      url,
      log,
      before: (embedded) => dump(embedded, settings, log),
    });
    if (applied.length > 0) log.info({ applied }, 'migrated');
    if (settings.production) await assertSafeLogin(database);
    if (settings.production) await assertNotDemo(database);

    const { serve } = await importing;
    await serve({ settings, database, log, endings, endAll });
  } catch (error) {
    await endAll();
    throw error;
  }
}

/**
 * Saves the embedded database before a migration, so that a return to the previous release is
 * possible.
 */
async function dump(database: EmbeddedDatabase, { backup }: Settings, log: Logger): Promise<void> {
  const [{ writeDump }, { ArchiveRefused }] = await Promise.all([
    import('./backup/write-dump.ts'),
    import('./backup/tar.ts'),
  ]);
  const path = await writeDump(database, backup.recipients).catch((error: unknown) => {
    throw error instanceof ArchiveRefused ? new StartupError(error.message, { cause: error }) : error;
  });
  log.info({ path }, 'dumped before the migration');
}

async function openDatabase(settings: Settings, log: DatabaseLog): Promise<OpenDatabase> {
  const {
    databaseUrl: url,
    listenDatabaseUrl: listenUrl,
    databasePoolSize: poolSize,
    databaseDeadlines: deadlines,
    preparedStatements: prepares,
  } = settings;
  if (url)
    return openPostgres({
      url,
      listenUrl,
      poolSize,
      deadlines,
      prepares,
      log,
    });
  await prepareFolder(settings);
  // Imports PGlite only where it serves: PostgreSQL does not use it.
  const { openEmbedded } = await import('./db/engines/embedded/open-embedded.ts');
  return openEmbedded({
    directory: resolve(settings.dataDirectory),
    log,
    statementMs: settings.stuckAfterSeconds * 1000,
  });
}
