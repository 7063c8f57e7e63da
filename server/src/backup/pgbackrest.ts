import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { now } from '@samay/contract/core/time';
import { z } from 'zod';
import { ArchiveRefused } from './tar.ts';

const run = promisify(execFile);

/** A full backup is taken after six days, and kept until a full one is at least 23 days old: none is older than thirty. */
const fullAfterDays = 6;
const keptFullDays = 23;

const Info = z.array(
  z.object({
    backup: z.array(z.object({ type: z.enum(['full', 'diff', 'incr']), timestamp: z.object({ stop: z.number() }) })).default([]),
  }),
);

/** Backs PostgreSQL up with pgBackRest, which verifies every file that it copies: in full once a week, else what differs from that. */
export async function backUpPostgres(): Promise<'full' | 'differential'> {
  const fulls = Info.parse(JSON.parse(await pgbackrest('info', '--output=json')))
    .flatMap(({ backup }) => backup)
    .filter(({ type }) => type === 'full');
  const last = Math.max(0, ...fulls.map(({ timestamp }) => timestamp.stop));
  const isFull = now().getTime() / 1000 - last > fullAfterDays * 86_400;
  const kept = ['--repo1-retention-full-type=time', `--repo1-retention-full=${keptFullDays}`];
  await pgbackrest('backup', `--type=${isFull ? 'full' : 'diff'}`, '--start-fast', ...kept);
  return isFull ? 'full' : 'differential';
}

/** Restores PostgreSQL to a folder, at an instant or at the end of the archived log. The server of that folder must be stopped. */
export async function restorePostgresFiles(folder: string, at: Date | undefined): Promise<void> {
  const target = at && ['--type=time', `--target=${at.toISOString().replace('T', ' ').replace('Z', '+00')}`, '--target-action=promote'];
  await pgbackrest('restore', `--pg1-path=${folder}`, ...(target ?? []));
}

/** Runs pgBackRest with its own settings: a file or the environment (PGBACKREST_…). Returns what it printed. */
async function pgbackrest(command: string, ...options: string[]): Promise<string> {
  const stanza = process.env['PGBACKREST_STANZA'] === undefined ? ['--stanza=samay'] : [];
  const args = ['--log-level-console=error', '--log-level-stderr=error', ...stanza, ...options, command];
  try {
    const { stdout } = await run('pgbackrest', args, { ...postgresUser(), cwd: '/', maxBuffer: 64 * 1024 * 1024 });
    return stdout;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      throw new ArchiveRefused(
        'pgBackRest is not installed here. Install it on the machine of PostgreSQL and run this command there, or back up the files alone: npm run backup -- files.',
        { cause: error },
      );
    const { stdout, stderr } = error as { stdout?: string; stderr?: string };
    throw new ArchiveRefused(`pgBackRest could not ${command}: ${`${stdout ?? ''}${stderr ?? ''}`.trim() || String(error)}`, {
      cause: error,
    });
  }
}

/** PostgreSQL's files belong to its own user, which root becomes. */
function postgresUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const [, , uid, gid] = (/^postgres:.*$/m.exec(readFileSync('/etc/passwd', 'utf8'))?.[0] ?? '').split(':');
  return uid === undefined || gid === undefined ? {} : { uid: Number(uid), gid: Number(gid) };
}
