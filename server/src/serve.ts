import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { now } from '@samay/contract/core/time';
import closeWithGrace from 'close-with-grace';
import type { Logger } from 'pino';
import { googleCalendar } from './adapters/calendar/google.ts';
import { msg91 } from './adapters/channels/msg91.ts';
import { whatsAppCloud } from './adapters/channels/whatsapp.ts';
import { keptFiles } from './adapters/files/kept-files.ts';
import { openFiles } from './adapters/files/open-files.ts';
import { googleIdentity } from './adapters/identity/google.ts';
import type { AccountKeys } from './adapters/payments/port.ts';
import { razorpay } from './adapters/payments/razorpay.ts';
import { signedWebhooks } from './adapters/webhooks/signed.ts';
import { smtpMailer } from './adapters/mail/smtp.ts';
import { buildApp } from './app.ts';
import { Disk } from './core/disk.ts';
import type { Dependencies } from './context/dependencies.ts';
import type { Metrics } from './core/metrics.ts';
import { releaseHash } from './core/release.ts';
import type { Settings } from './core/settings.ts';
import type { Database } from './db/database.ts';
import { followUnlocks } from './http/limits/shared-limiter.ts';
import { fillDemo } from './demo/index.ts';
import { getOutboxHandlers } from './outbox-handlers.ts';
import { handledKinds, startDelivery } from './outbox/index.ts';
import { markDemoFolder } from './process/demo-checks.ts';
import { watchLoop } from './process/loop-watchdog.ts';
import { openKeys } from './process/key-store.ts';
import { portInUseError } from './process/startup-checks.ts';
import { listWarnings } from './process/startup-warnings.ts';
import { watchDisk } from './process/watch-disk.ts';
import { startScheduledJobs } from './scheduled-jobs/index.ts';

export interface Opened {
  readonly settings: Settings;
  /** Open and migrated. */
  readonly database: Database;
  readonly log: Logger;
  /** The functions that end the started parts, the last started first. */
  readonly endings: (() => Promise<unknown>)[];
  readonly endAll: () => Promise<void>;
}

/** The time for open requests to end when the server is stopping. */
const graceMs = 10_000;

/**
 * Starts the services on a database: demo, jobs, deliveries, requests. The caller ends the started
 * parts when this throws.
 */
export async function serve({ settings, database, log, endings, endAll }: Opened): Promise<void> {
  const disk = new Disk({ directory: resolve(settings.dataDirectory), ...settings.disk, log });
  const secrets = await openKeys(settings, database);
  const without = {
    settings,
    database,
    log,
    secrets,
    clock: now,
    files: keptFiles(await openFiles(settings, log)),
    mail: settings.mail && smtpMailer(settings.mail),
    identity: settings.google && googleIdentity(settings.google),
    calendar: settings.calendar && googleCalendar(settings.calendar),
    whatsApp: settings.whatsApp && whatsAppCloud(settings.whatsApp, settings),
    sms: msg91({ apiUrl: settings.msg91Url }),
    webhooks: signedWebhooks({ toLoopback: settings.webhooksToLoopback }),
    payments: settings.razorpay && razorpay(settings.razorpay),
    openAccount: (keys: AccountKeys) => razorpay({ ...settings.razorpayAddresses, ...keys }),
    disk,
    release: releaseHash(),
    webDirectory: builtWeb(),
  };
  const metrics = await openMetrics(without, endings);
  const dependencies = { ...without, metrics };
  if (settings.demo) {
    await fillDemo(dependencies);
    await markDemoFolder(database);
  }
  endings.push(watchDisk(disk, database));
  // One by one: what has started ends too where the next does not start.
  endings.push(await startDelivery(dependencies, getOutboxHandlers(dependencies)));
  endings.push(startScheduledJobs(dependencies));
  endings.push(await followUnlocks(database));
  const app = await buildApp(dependencies);
  endings.push(() => app.close());
  if (database.kind === 'embedded') {
    const { serveCommands } = await import('./commands/local-server.ts');
    endings.push(await serveCommands(dependencies, resolve(settings.dataDirectory)));
  }
  closeWithGrace({ delay: graceMs, logger: log }, async ({ err, signal }) => {
    if (err) log.fatal({ err }, 'stopping after a fault that nothing caught');
    else log.info({ signal }, 'stopping');
    await endAll();
  });
  await listen(app, settings);
  // Starts the watchdog last, and ends it last: its thread costs as much as everything since the
  // migrations, and those may take longer than any request.
  endings.unshift(watchLoop(settings.stuckAfterSeconds));
  log.info({ address: settings.publicUrl, database: database.kind, demo: settings.demo }, 'serving');
  for (const warning of listWarnings(settings, database)) log.warn(warning);
}

/** Imports the library only if a port for metrics is set. */
async function openMetrics(
  dependencies: Dependencies,
  endings: Opened['endings'],
): Promise<Metrics | undefined> {
  if (!dependencies.settings.metrics) return undefined;
  const { startMetrics } = await import('./process/metrics/start-metrics.ts');
  const { metrics, close, port } = await startMetrics(
    dependencies,
    dependencies.settings.metrics,
    handledKinds(getOutboxHandlers(dependencies)),
  );
  endings.push(close);
  dependencies.log?.info({ port }, 'metrics are served');
  return metrics;
}

async function listen(app: Awaited<ReturnType<typeof buildApp>>, { port, host }: Settings): Promise<void> {
  try {
    await app.listen({ port, host });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    throw portInUseError(port, error);
  }
}

function builtWeb(): string | undefined {
  const directory = fileURLToPath(new URL('../../web/dist', import.meta.url));
  return existsSync(join(directory, 'index.html')) ? directory : undefined;
}
