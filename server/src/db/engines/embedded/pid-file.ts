import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { now } from '@samay/contract/core/time';
import { type DatabaseLog, DatabaseRefused } from '../../database.ts';
import { friendlyPath } from './embedded-directory.ts';
import { type Holder, isGone, thisProcess } from './lock-holder.ts';
import { syncPath } from './sync-path.ts';

export interface PidFile {
  release(): void;
}

const heartbeatMs = 2_000;

/**
 * Writes this process into `<home>/process.pid`, unless it names a running one.
 *
 * @throws DatabaseRefused naming the running process
 */
export async function claimPidFile(home: string, log: DatabaseLog): Promise<PidFile> {
  const file = getFile(home);
  const mine = { ...thisProcess(), nonce: randomUUID() };
  await claim(home, file, mine);
  const heartbeat = startHeartbeat(home, mine, log);
  return {
    release() {
      clearInterval(heartbeat);
      if (read(file)?.nonce === mine.nonce) fs.rmSync(file);
    },
  };
}

/** Reads the process in the pid file of a directory, running or not. */
export function readHolder(home: string): Holder | undefined {
  return read(getFile(home));
}

export function directoryInUseError(home: string, holder: Holder | undefined): DatabaseRefused {
  const who = holder
    ? ` (pid ${holder.pid}${holder.host === thisProcess().host ? '' : ` on ${holder.host}`})`
    : '';
  return new DatabaseRefused(
    `Another Samay process${who} already uses ${friendlyPath(home)}. Stop it first, or give this one another DATA_DIR.`,
  );
}

/**
 * Claims the file. An ended holder is replaced by the process that first claims
 * `<file>.<its nonce>`, so that two processes which find the same ended holder cannot both replace
 * it. A process that ends in between is itself an ended holder.
 */
async function claim(home: string, file: string, mine: Holder): Promise<void> {
  if (link(file, mine)) return;
  const found = read(file);
  if (!found) return claim(home, file, mine); // it was released between the two lines above
  if (!(await isGone(found, file))) throw directoryInUseError(home, found);
  const guard = `${file}.${found.nonce}`;
  await claim(home, guard, mine);
  try {
    const standing = read(file);
    if (standing?.nonce !== found.nonce) throw directoryInUseError(home, standing);
    fs.renameSync(writeOwn(file, mine), file);
    syncPath(home);
  } finally {
    fs.rmSync(guard);
  }
}

/** Links the file. Returns false when it exists already. */
function link(file: string, mine: Holder): boolean {
  const own = writeOwn(file, mine);
  try {
    fs.linkSync(own, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    fs.rmSync(own);
  }
}

function writeOwn(file: string, mine: Holder): string {
  const own = `${file}.${mine.nonce}.own`;
  fs.writeFileSync(own, JSON.stringify(mine), { mode: 0o600 });
  syncPath(own);
  return own;
}

function read(file: string): Holder | undefined {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8')) as Holder;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new DatabaseRefused(`${file} is not readable. If no Samay uses this folder, delete that file.`, {
      cause: error,
    });
  }
}

/**
 * Updates the file as a heartbeat for other containers, and restores it when it was deleted. A
 * process that was frozen so long that another replaced it must not write again: it exits without
 * closing its files.
 */
function startHeartbeat(home: string, mine: Holder, log: DatabaseLog): NodeJS.Timeout {
  const file = getFile(home);
  return setInterval(() => {
    try {
      if (read(file)?.nonce === mine.nonce) return fs.utimesSync(file, now(), now());
      if (link(file, mine)) return log.warn({ file }, `${file} had been deleted, although its process lives`);
    } catch (error) {
      return log.error({ err: error, file }, `${file} cannot be kept`);
    }
    log.error({ file }, 'another process took this data directory: this one stops');
    process.exit(70);
  }, heartbeatMs).unref();
}

function getFile(home: string): string {
  return path.join(home, 'process.pid');
}
