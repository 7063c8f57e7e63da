import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { now } from '@samay/contract/core/time';
import { z } from 'zod';
import { ArchiveRefused } from './tar.ts';

const run = promisify(execFile);

const fullAfterDays = 6;
/**
 * The age limit of backups: people are promised that their data is deleted everywhere after thirty
 * days, and an older backup would exceed them by the next night.
 */
const keptDays = 29;

const Backup = z.object({
  type: z.enum(['full', 'diff', 'incr']),
  timestamp: z.object({ stop: z.number() }),
});
const Info = z.array(z.object({ backup: z.array(Backup).default([]) }));

/**
 * Backs PostgreSQL up with pgBackRest, which verifies every file that it copies: a full backup once
 * a week, otherwise the differences from it. Then deletes the full backups that are too old with
 * their differential ones, so that nothing in the repository is older than thirty days.
 */
export async function backUpPostgres(at: Date = now()): Promise<'full' | 'differential'> {
  const seconds = at.getTime() / 1000;
  const last = (await listFullBackups()).at(-1)?.timestamp.stop ?? 0;
  const isFull = seconds - last > fullAfterDays * 86_400;
  await pgbackrest('backup', `--type=${isFull ? 'full' : 'diff'}`, '--start-fast', '--no-expire-auto');
  await deleteOlder(seconds - keptDays * 86_400);
  return isFull ? 'full' : 'differential';
}

/**
 * Deletes the full backups that ended before an instant except the newest, and the log that was
 * archived before the oldest of the others. pgBackRest gets the number to keep, not days: it takes
 * these as the age of the next full backup.
 */
async function deleteOlder(than: number): Promise<void> {
  const kept = (await listFullBackups()).filter(({ timestamp }) => timestamp.stop >= than).length;
  const count = String(Math.max(1, kept));
  await pgbackrest(
    'expire',
    '--repo1-retention-full-type=count',
    `--repo1-retention-full=${count}`,
    `--repo1-retention-archive=${count}`,
  );
}

/** Lists the full backups, the oldest first. */
async function listFullBackups(): Promise<z.infer<typeof Backup>[]> {
  const listed = Info.parse(JSON.parse(await pgbackrest('info', '--output=json'))).flatMap(
    ({ backup }) => backup,
  );
  return listed
    .filter(({ type }) => type === 'full')
    .toSorted((one, other) => one.timestamp.stop - other.timestamp.stop);
}

/**
 * Restores PostgreSQL to a folder, at an instant or at the end of the archived log. The server of
 * that folder must be stopped.
 */
export async function restorePostgresFiles(folder: string, at: Date | undefined): Promise<void> {
  const target = at && [
    '--type=time',
    `--target=${at.toISOString().replace('T', ' ').replace('Z', '+00')}`,
    '--target-action=promote',
  ];
  await pgbackrest('restore', `--pg1-path=${folder}`, ...(target ?? []));
}

/**
 * Runs pgBackRest with its own settings: a file or the environment (PGBACKREST_…). Returns its
 * output.
 */
async function pgbackrest(command: string, ...options: string[]): Promise<string> {
  const stanza = process.env['PGBACKREST_STANZA'] === undefined ? ['--stanza=samay'] : [];
  const args = ['--log-level-console=error', '--log-level-stderr=error', ...stanza, ...options, command];
  try {
    const { stdout } = await run('pgbackrest', args, {
      ...postgresUser(),
      cwd: '/',
      maxBuffer: 64 * 1024 * 1024,
    });
    return stdout;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      throw new ArchiveRefused(
        'pgBackRest is not installed here. Install it on the machine of PostgreSQL and run this command there, or back up the files alone: npm run backup -- files.',
        { cause: error },
      );
    const { stdout, stderr } = error as { stdout?: string; stderr?: string };
    throw new ArchiveRefused(
      `pgBackRest could not ${command}: ${`${stdout ?? ''}${stderr ?? ''}`.trim() || String(error)}`,
      {
        cause: error,
      },
    );
  }
}

/** Returns the user of PostgreSQL's files, which root becomes. */
function postgresUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const [, , uid, gid] = (/^postgres:.*$/m.exec(readFileSync('/etc/passwd', 'utf8'))?.[0] ?? '').split(':');
  return uid === undefined || gid === undefined ? {} : { uid: Number(uid), gid: Number(gid) };
}
