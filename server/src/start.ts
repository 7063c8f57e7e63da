import { existsSync } from 'node:fs';
import { access, constants, mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { now } from '@samay/contract/time';
import closeWithGrace from 'close-with-grace';
import { pino } from 'pino';
import { googleCalendar } from './adapters/calendar/google.ts';
import { folderFiles } from './adapters/files/folder.ts';
import { googleIdentity } from './adapters/identity/google.ts';
import { razorpay } from './adapters/payments/razorpay.ts';
import { signedWebhooks } from './adapters/webhooks/signed.ts';
import { smtpMailer } from './adapters/mail/smtp.ts';
import { buildApp } from './app.ts';
import { readSettings, type Settings } from './config.ts';
import { type Database, type DatabaseLog, DatabaseRefused } from './db/database.ts';
import { migrate } from './db/migrate.ts';
import { openEmbedded } from './db/open-embedded.ts';
import { openPostgres } from './db/open-postgres.ts';
import { refuseUnsafeLogin } from './db/refuse-unsafe-login.ts';
import { fillDemo, refuseDemo } from './demo/index.ts';
import { logOptions } from './http/log.ts';
import { startDelivery } from './outbox/index.ts';
import { followSecrets, openSecrets, SecretsRefused } from './secrets.ts';
import { startUpkeep } from './upkeep/index.ts';
import { warningsOf } from './warnings.ts';

/** How long open requests may take to end once the server is told to stop. */
const graceMs = 10_000;

/** Environment → settings → database → app → listening. Ends the process with a sentence where it must not start. */
export async function start(environment: Record<string, string | undefined>): Promise<void> {
  const settings = readSettings(environment);
  const log = pino(logOptions(settings));
  await prepareFolder(settings);
  const database = await openDatabase(settings, log);
  // What has begun, and how it ends: the last first.
  const endings = [() => database.close()];
  const endAll = async () => {
    for (const end of endings.toReversed()) await end();
  };
  try {
    const applied = await migrate(database, { url: settings.migrationDatabaseUrl ?? settings.databaseUrl, log });
    if (applied.length > 0) log.info({ applied }, 'migrated');
    if (settings.production) await refuseUnsafeLogin(database);
    if (settings.production) await refuseDemo(database);

    const secretsPath = join(settings.dataDirectory, 'secrets.json');
    const parts = {
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
      webDirectory: builtWeb(),
    };
    if (settings.demo) await fillDemo(parts);
    endings.push(followSecrets(secretsPath, parts.secrets, log), await startDelivery(parts), startUpkeep(parts));
    const app = await buildApp(parts);
    endings.push(() => app.close());
    closeWithGrace({ delay: graceMs, logger: log }, async ({ err, signal }) => {
      if (err) log.fatal({ err }, 'stopping after a fault that nothing caught');
      else log.info({ signal }, 'stopping');
      await endAll();
    });
    await listen(app, settings);
    log.info({ address: settings.publicUrl, database: database.kind, demo: settings.demo }, 'serving');
    for (const warning of warningsOf(settings, database)) log.warn(warning);
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
    throw new PortTaken(`Port ${port} is taken by another program. Stop it, or set PORT to another one.`, { cause: error });
  }
}

/** Before anything is begun in it, whichever database there is: files and secrets lie there as well. */
async function prepareFolder({ dataDirectory }: Settings): Promise<void> {
  try {
    await mkdir(dataDirectory, { recursive: true, mode: 0o700 });
    await access(dataDirectory, constants.W_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new FolderRefused(`The folder ${dataDirectory} cannot be used (${code}). Give DATA_DIR a folder that Samay may write to.`, {
      cause: error,
    });
  }
}

/** Thrown with a sentence for the operator. */
class FolderRefused extends Error {
  override readonly name = 'FolderRefused';
}

/** Thrown with a sentence for the operator. */
class PortTaken extends Error {
  override readonly name = 'PortTaken';
}

/** Whether an error is a sentence for the operator rather than a fault. */
export function isRefusedStart(error: unknown): error is Error {
  return (
    error instanceof DatabaseRefused ||
    error instanceof FolderRefused ||
    error instanceof SecretsRefused ||
    error instanceof PortTaken ||
    (error instanceof Error && error.message.startsWith('These settings stop the start'))
  );
}

async function openDatabase(settings: Settings, log: DatabaseLog): Promise<Database> {
  const { databaseUrl: url, databasePoolSize: poolSize, databaseDeadlines: deadlines, preparedStatements: prepares } = settings;
  if (url) return openPostgres({ url, poolSize, deadlines, prepares, log });
  return openEmbedded({ directory: resolve(settings.dataDirectory), log });
}

function builtWeb(): string | undefined {
  const directory = fileURLToPath(new URL('../../web/dist', import.meta.url));
  return existsSync(join(directory, 'index.html')) ? directory : undefined;
}
