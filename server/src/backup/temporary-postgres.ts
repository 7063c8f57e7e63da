import { execFile } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { ArchiveRefused } from './tar.ts';

const run = promisify(execFile);
const port = 5432;
/** The time limit of recovery, which may have days of the log to apply. */
const recoverySeconds = 86_400;
const pollMs = 200;

/**
 * Runs restored files of PostgreSQL until `work` is done, reachable by this process alone: recovery
 * ends at the target, and nobody can connect before later erasures are repeated. Its own settings
 * are not used, because on Debian they are elsewhere and not part of the backup.
 */
export async function withTemporaryPostgres<T>(
  data: string,
  work: (urlOf: (user: string, database: string) => string) => Promise<T>,
): Promise<T> {
  const { uid, gid } = statSync(data);
  const user = process.getuid?.() === 0 ? { uid, gid } : {};
  const sockets = mkdtempSync(join(tmpdir(), 'samay-restore-'));
  const hba = join(sockets, 'hba.conf');
  const empty = join(sockets, 'empty.conf');
  writeFileSync(hba, 'local all all trust\n');
  writeFileSync(empty, '');
  for (const path of [sockets, hba, empty]) if (user.uid !== undefined) chownSync(path, uid, gid);
  const settings = {
    config_file: empty,
    hba_file: hba,
    ident_file: empty,
    listen_addresses: '',
    unix_socket_directories: sockets,
    port,
    hot_standby: 'off',
    archive_mode: 'off',
    shared_preload_libraries: '',
  };
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}='${value}'`);
  const control = (...args: string[]) =>
    run(findProgram(data, 'pg_ctl'), ['-D', data, '-l', join(sockets, 'log'), ...args], {
      ...user,
      cwd: '/',
    });
  try {
    await control('-w', '-t', String(recoverySeconds), '-o', options.join(' '), 'start')
      .then(() => untilRecovered(data, sockets))
      .catch((error: unknown) => {
        const log = join(sockets, 'log');
        throw new ArchiveRefused(
          `The restored PostgreSQL did not start: ${existsSync(log) ? readFileSync(log, 'utf8').trim() : String(error)}`,
        );
      });
    try {
      return await work(
        (name, database) =>
          `postgres://${name}@localhost/${database}?host=${encodeURIComponent(sockets)}&port=${port}`,
      );
    } finally {
      await control('-w', '-m', 'fast', 'stop');
    }
  } finally {
    rmSync(sockets, { recursive: true, force: true });
  }
}

/**
 * Waits until it accepts connections, at the end of recovery. Rejects if it has ended instead: the
 * target was not reached.
 */
async function untilRecovered(data: string, sockets: string): Promise<void> {
  const accepting = 0;
  const rejecting = 1;
  for (let code = rejecting; code !== accepting; await wait(pollMs)) {
    code = await run(findProgram(data, 'pg_isready'), ['-q', '-h', sockets, '-p', String(port)]).then(
      () => accepting,
      (error: { code: number }) => error.code,
    );
    if (code > rejecting) throw new Error('PostgreSQL has ended');
  }
}

/** Finds a program of the version that wrote the files. */
function findProgram(data: string, name: 'pg_ctl' | 'pg_isready'): string {
  const version = readFileSync(join(data, 'PG_VERSION'), 'utf8').trim();
  const debian = `/usr/lib/postgresql/${version}/bin/${name}`;
  return existsSync(debian) ? debian : name;
}
