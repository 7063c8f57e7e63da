import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { now } from '@samay/contract/core/time';
import closeWithGrace from 'close-with-grace';
import { pino } from 'pino';
import { googleCalendar } from './adapters/calendar/google.ts';
import { folderFiles } from './adapters/files/folder.ts';
import { googleIdentity } from './adapters/identity/google.ts';
import { razorpay } from './adapters/payments/razorpay.ts';
import { signedWebhooks } from './adapters/webhooks/signed.ts';
import { smtpMailer } from './adapters/mail/smtp.ts';
import { buildApp } from './app.ts';
import { readSettings, type Settings } from './core/settings.ts';
import type { DatabaseLog } from './db/client/database.ts';
import type { OpenDatabase } from './db/client/open-database.ts';
import { migrate } from './db/migrate/migrate.ts';
import { openPostgres } from './db/postgres/open-postgres.ts';
import { assertSafeLogin } from './db/postgres/login-checks.ts';
import { fillDemo } from './demo/index.ts';
import { assertNotDemo, markDemoFolder } from './process/demo-checks.ts';
import { Disk } from './core/disk.ts';
import { logOptions } from './process/log-options.ts';
import { watchLoop } from './process/loop-watchdog.ts';
import { outboxHandlersOf } from './outbox-handlers.ts';
import { startDelivery } from './outbox/index.ts';
import { releaseStartMemory } from './process/release-start-memory.ts';
import { portInUseError, prepareFolder, checkBeforeMigrating, checkBeforeOpening, secretsPathOf } from './process/startup-checks.ts';
import { followSecrets, openSecrets } from './core/secrets.ts';
import { startScheduledJobs } from './scheduled-jobs/index.ts';
import { watchDisk } from './process/watch-disk.ts';
import { warningsOf } from './process/startup-warnings.ts';

/** How long open requests may take to end once the server is stopping. */
const graceMs = 10_000;

/** Starts the server: environment → settings → database → app → listening. Throws a sentence for the operator where it must not start. */
export async function start(environment: Record<string, string | undefined>): Promise<void> {
  const settings = readSettings(environment);
  const log = pino(logOptions(settings));
  await checkBeforeOpening(settings);
  const database = await openDatabase(settings, log);
  // What was started, and how to end it. The last started ends first.
  const endings = [() => database.close()];
  const endAll = async () => {
    for (const end of endings.toReversed()) await end();
  };
  try {
    await checkBeforeMigrating(settings, database);
    await prepareFolder(settings);
    const applied = await migrate(database, { url: settings.migrationDatabaseUrl ?? settings.databaseUrl, log });
    if (applied.length > 0) log.info({ applied }, 'migrated');
    if (settings.production) await assertSafeLogin(database);
    if (settings.production) await assertNotDemo(database);

    const secretsPath = secretsPathOf(settings);
    const disk = new Disk({ directory: resolve(settings.dataDirectory), ...settings.disk, log });
    const dependencies = {
      settings,
      database,
      log,
      secrets: await openSecrets(secretsPath),
      clock: now,
      files: await folderFiles(join(settings.dataDirectory, 'files')),
      mail: settings.mail && smtpMailer(settings.mail),
      identity: settings.google && googleIdentity(settings.google),
      calendar: settings.calendar && googleCalendar(settings.calendar),
      webhooks: signedWebhooks({ toLoopback: settings.webhooksToLoopback }),
      payments: settings.razorpay && razorpay(settings.razorpay),
      disk,
      webDirectory: builtWeb(),
    };
    if (settings.demo) {
      await fillDemo(dependencies);
      await markDemoFolder(database);
    }
    endings.push(watchDisk(disk, database));
    // Ended last, and started only here: a migration may take longer than any request.
    endings.unshift(watchLoop(settings.stuckAfterSeconds));
    endings.push(
      followSecrets(secretsPath, dependencies.secrets, log),
      await startDelivery(dependencies, outboxHandlersOf(dependencies)),
      startScheduledJobs(dependencies),
    );
    const app = await buildApp(dependencies);
    endings.push(() => app.close());
    closeWithGrace({ delay: graceMs, logger: log }, async ({ err, signal }) => {
      if (err) log.fatal({ err }, 'stopping after a fault that nothing caught');
      else log.info({ signal }, 'stopping');
      await endAll();
    });
    await listen(app, settings);
    log.info({ address: settings.publicUrl, database: database.kind, demo: settings.demo }, 'serving');
    for (const warning of warningsOf(settings, database)) log.warn(warning);
    endings.push(releaseStartMemory());
  } catch (error) {
    await endAll();
    throw error;
  }
}

async function listen(app: Awaited<ReturnType<typeof buildApp>>, { port, host }: Settings): Promise<void> {
  try {
    await app.listen({ port, host });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    throw portInUseError(port, error);
  }
}

async function openDatabase(settings: Settings, log: DatabaseLog): Promise<OpenDatabase> {
  const {
    databaseUrl: url,
    databasePoolSize: poolSize,
    databaseDeadlines: deadlines,
    preparedStatements: prepares,
    oneMessageReads: readsAtOnce,
    announceAfterCommit: announcesAfterCommit,
  } = settings;
  if (url) return openPostgres({ url, poolSize, deadlines, prepares, readsAtOnce, announcesAfterCommit, log });
  await prepareFolder(settings);
  // PGlite is imported where it serves: beside PostgreSQL nothing uses it.
  const { openEmbedded } = await import('./db/embedded/open-embedded.ts');
  return openEmbedded({ directory: resolve(settings.dataDirectory), log, statementMs: settings.stuckAfterSeconds * 1000, readsAtOnce });
}

function builtWeb(): string | undefined {
  const directory = fileURLToPath(new URL('../../web/dist', import.meta.url));
  return existsSync(join(directory, 'index.html')) ? directory : undefined;
}
