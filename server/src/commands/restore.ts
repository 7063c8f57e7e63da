import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { now } from '@samay/contract/core/time';
import { readKeys } from '../backup/age.ts';
import type { Erasure } from '../backup/archive.ts';
import { checkRestored } from '../backup/check-restored.ts';
import { restoreDump, restoreEmbedded } from '../backup/restore-embedded.ts';
import { restorePostgres } from '../backup/restore-postgres.ts';
import { isDump, listBackups } from '../backup/old-backups.ts';
import { ArchiveRefused } from '../backup/tar.ts';
import { type BackupKeys, readLedger } from '../backup/write-backup.ts';
import { readSettings, type Settings } from '../core/settings.ts';
import { openInstallation } from './installation.ts';
import { bucketLog, runMain, say } from './print.ts';

const usage = `npm run restore -- --key <file>                     restore the newest backup of BACKUP_DIR to an empty DATA_DIR
  --from <archive>          another backup
  --drill                   restore to a temporary folder, check everything in it, and delete it; beside running servers
npm run restore -- --key <file> <dump>              restore a dump of DATA_DIR/backups, written before a migration
With PostgreSQL, on its machine:
  --postgres-data <folder>  the empty folder of its data, of which no server runs
  --to <instant>            as it was at this instant, such as 2026-11-22T10:00:00+05:30; without it the end of the archived log`;

interface Given {
  readonly key: string | undefined;
  readonly from: string | undefined;
  readonly postgresData: string | undefined;
  readonly at: Date | undefined;
  readonly isDrill: boolean;
}

interface Options extends Given {
  readonly key: string;
}

/**
 * `npm run restore`: restores a backup into an empty installation, or tries that and discards the
 * result.
 */
async function main(args: string[]): Promise<void> {
  const settings = readSettings(process.env);
  const { dump, ...given } = getOptions(args);
  if (dump !== undefined) return restoreOldDump(settings, dump, given.key);
  const options = withKey(given);
  const keys = await readKeys(options.key);
  const backups = await findBackups(settings, options);
  return options.isDrill
    ? drill(settings, options, keys, backups)
    : restore(settings, options, keys, backups);
}

function getOptions(args: string[]): Given & { readonly dump: string | undefined } {
  const text = { type: 'string' } as const;
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      key: text,
      from: text,
      'postgres-data': text,
      to: text,
      drill: { type: 'boolean', default: false },
    },
  });
  const at = values.to === undefined ? undefined : new Date(values.to);
  const [dump, ...others] = positionals;
  if (others.length > 0 || (dump !== undefined && !isDump(dump)) || Number.isNaN(at?.getTime()))
    throw new ArchiveRefused(usage);
  return {
    dump,
    key: values.key,
    from: values.from,
    postgresData: values['postgres-data'],
    at,
    isDrill: values.drill,
  };
}

function withKey({ key, ...given }: Given): Options {
  if (key === undefined) throw new ArchiveRefused(usage);
  return { ...given, key };
}

interface Backups {
  /** The backups to restore files from. */
  readonly paths: readonly [string, ...string[]];
  /** The backups whose ledger may have later erasures. */
  readonly later: readonly string[];
}

/**
 * Finds the backup to restore: the given one, the newest, or with an instant the last before it and
 * the first after it.
 */
async function findBackups({ backup: { directory } }: Settings, { from, at }: Options): Promise<Backups> {
  const all = directory === undefined ? [] : await listBackups(directory);
  if (from !== undefined)
    return {
      paths: [from],
      later: all.map(({ path }) => path).filter((path) => resolve(path) !== resolve(from)),
    };
  const before = all.find((backup) => at === undefined || backup.at <= at);
  const after = at && all.findLast((backup) => backup.at > at);
  const [first, second] = [before, after].flatMap((backup) => (backup ? [backup.path] : []));
  if (first === undefined)
    throw new ArchiveRefused(
      `There is no backup in BACKUP_DIR (${directory ?? 'not set'}). Name one with --from.`,
    );
  return {
    paths: second === undefined ? [first] : [first, second],
    later: all.map(({ path }) => path).filter((path) => path !== first && path !== second),
  };
}

async function restore(
  settings: Settings,
  options: Options,
  keys: BackupKeys,
  { paths, later }: Backups,
): Promise<void> {
  const directory = resolve(settings.dataDirectory);
  const ledger = await readLedgers(later, keys);
  const restoring = await restoreTo(directory, { settings, options, keys, paths, ledger });
  say(`Restored to ${directory}${options.postgresData === undefined ? '' : ` and ${options.postgresData}`}.
Erased again: ${restoring.tenants} businesses and ${restoring.people} people of their own. Everybody signs in again.${filesStay(settings) ? `\nIts files are in ${join(directory, 'files')}, and opened from there. Put them into the bucket: npm run move-files` : ''}
Start ${options.postgresData === undefined ? '' : 'PostgreSQL, then '}Samay with the same settings as before, and then back up anew: npm run backup.`);
}

/**
 * Returns whether files are restored to the folder: those of the embedded database are, even if new
 * ones are written to a bucket.
 */
function filesStay({ databaseUrl, files }: Settings): boolean {
  return databaseUrl === undefined && files.bucket !== undefined && files.writtenTo === 'bucket';
}

async function drill(
  settings: Settings,
  options: Options,
  keys: BackupKeys,
  { paths, later }: Backups,
): Promise<void> {
  const began = now();
  const directory = await mkdtemp(join(tmpdir(), 'samay-drill-'));
  // Opened first: a drill is useless if its result cannot be recorded.
  const installation = await openInstallation(settings);
  try {
    const ledger = [...(await readLedgers(later, keys)), ...(await installation.erasures())];
    await restoreTo(directory, { settings: withoutBucket(settings), options, keys, paths, ledger }, true);
    const seconds = Math.round((now().getTime() - began.getTime()) / 1000);
    await installation.mark({ name: 'restore-drill', at: began, detail: { seconds } });
    say(
      `${paths.join(' and ')}: restored in ${seconds} s and checked: audit log, tallies, files, secrets. The copy was deleted.`,
    );
  } finally {
    await installation.close();
    await rm(directory, { recursive: true, force: true });
    if (options.postgresData !== undefined) await rm(options.postgresData, { recursive: true, force: true });
  }
}

/**
 * Removes the bucket from the settings: files of a drill go to a separate folder, since the bucket
 * belongs to the running installation.
 */
function withoutBucket(settings: Settings): Settings {
  return { ...settings, files: { ...settings.files, bucket: undefined } };
}

/**
 * Restores a dump, which is encrypted if the server had recipients. With the key, later erasures of
 * the backups' ledgers are repeated.
 */
async function restoreOldDump(settings: Settings, path: string, key: string | undefined): Promise<void> {
  if (key === undefined && path.endsWith('.age'))
    throw new ArchiveRefused('This dump is encrypted. Give the key of the backups: --key backup.key');
  const directory = resolve(settings.dataDirectory);
  const keys = key === undefined ? undefined : await readKeys(key);
  const backups = settings.backup.directory === undefined ? [] : await listBackups(settings.backup.directory);
  const ledger = keys
    ? await readLedgers(
        backups.map((backup) => backup.path),
        keys,
      )
    : [];
  const erased = await restoreDump(directory, {
    path,
    identities: path.endsWith('.age') ? keys?.identities : undefined,
    ledger,
    settings,
    log: bucketLog,
  });
  say(`Restored ${path} to ${directory}.
Erased again: ${erased.tenants} businesses and ${erased.people} people of their own. Everybody signs in again.`);
}

interface Work {
  readonly settings: Settings;
  readonly options: Options;
  readonly keys: BackupKeys;
  readonly paths: Backups['paths'];
  readonly ledger: readonly Erasure[];
}

async function restoreTo(
  directory: string,
  { settings, options, keys, paths, ledger }: Work,
  isChecked = false,
) {
  const check = isChecked ? checkRestored : undefined;
  if (settings.databaseUrl === undefined) {
    if (options.at)
      throw new ArchiveRefused(
        'The embedded database is restored as it was backed up: --to needs PostgreSQL.',
      );
    return (await restoreEmbedded(directory, { path: paths[0], keys, ledger, settings }, check)).erased;
  }
  if (options.postgresData === undefined) throw new ArchiveRefused(usage);
  return restorePostgres(
    directory,
    {
      paths,
      keys,
      ledger,
      settings,
      postgresData: options.postgresData,
      at: options.at,
      log: bucketLog,
    },
    check,
  );
}

async function readLedgers(paths: readonly string[], keys: BackupKeys): Promise<Erasure[]> {
  const ledgers: (readonly Erasure[])[] = [];
  for (const path of paths) ledgers.push(await readLedger(path, keys));
  return ledgers.flat();
}

await runMain(() => main(process.argv.slice(2)));
