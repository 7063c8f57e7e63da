import { createHash, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { now } from '@samay/contract/time';
import { type DatabaseLog, DatabaseRefused } from './database.ts';
import { syncPath } from './durable-file-system.ts';
import { friendlyPath } from './embedded-directory.ts';
import { type Holder, isGone, thisProcess } from './lock-holder.ts';

export interface DirectoryLock {
  release(): Promise<void>;
}

const beatMs = 2_000;

/**
 * Makes this process the only one that uses a directory. A socket decides among the processes of one machine or container, and vanishes
 * with its process; the file `process.pid`, linked atomically, decides among containers that share a volume.
 *
 * @throws DatabaseRefused naming the process that holds it
 */
export async function lockDirectory(directory: string, log: DatabaseLog): Promise<DirectoryLock> {
  const home = fs.realpathSync(directory);
  const file = path.join(home, 'process.pid');
  const socket = await bindSocket(home, file);
  try {
    const mine = { ...thisProcess(), nonce: randomUUID() };
    await claim(file, mine, home);
    const heart = beat(file, mine, log);
    return {
      async release() {
        clearInterval(heart);
        if (readHolder(file)?.nonce === mine.nonce) fs.rmSync(file);
        await closeSocket(socket);
      },
    };
  } catch (error) {
    await closeSocket(socket);
    throw error;
  }
}

/** Linux: an abstract socket; Windows: a named pipe. Elsewhere only sockets with files exist, which outlive their process: none. */
async function bindSocket(home: string, file: string): Promise<net.Server | undefined> {
  const name = `samay-${createHash('sha256').update(home).digest('hex').slice(0, 32)}`;
  const address = { linux: `\0${name}`, win32: `\\\\.\\pipe\\${name}` }[process.platform as string];
  if (address === undefined) return undefined;
  const server = net.createServer((caller) => caller.destroy());
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = error.code === 'EADDRINUSE' || error.code === 'EACCES';
      reject(taken ? refusal(home, readHolder(file)) : error);
    });
    server.listen(address, () => resolve(server.unref()));
  });
}

async function closeSocket(server: net.Server | undefined): Promise<void> {
  if (server) await new Promise<void>((resolve) => server.close(() => resolve()));
}

/**
 * Writes our holder as `file`, once. A dead holder is replaced by whoever first claims `<file>.<its nonce>`, so that two who find the same
 * dead holder never both take its place.
 */
async function claim(file: string, mine: Holder, home: string): Promise<void> {
  if (linkHolder(file, mine)) return;
  const found = readHolder(file);
  if (!found) return claim(file, mine, home); // it was released between the two lines above
  if (!(await isGone(found, file))) throw refusal(home, found);
  const guard = `${file}.${found.nonce}`;
  await claim(guard, mine, home);
  try {
    if (readHolder(file)?.nonce !== found.nonce) throw refusal(home, readHolder(file));
    fs.renameSync(writeOwn(file, mine), file);
    syncPath(home);
  } finally {
    fs.rmSync(guard);
  }
}

/** False when the file exists already. */
function linkHolder(file: string, mine: Holder): boolean {
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
  return own;
}

function readHolder(file: string): Holder | undefined {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8')) as Holder;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new DatabaseRefused(`${file} is not readable. If no Samay uses this folder, delete that file.`, { cause: error });
  }
}

/**
 * Shows other containers that we live. One that was frozen so long that another took its place must not write again: it ends at once,
 * without closing its files.
 */
function beat(file: string, mine: Holder, log: DatabaseLog): NodeJS.Timeout {
  return setInterval(() => {
    if (readHolder(file)?.nonce !== mine.nonce) {
      log.error({ file }, 'another process took this data directory: this one stops');
      process.exit(70);
    }
    fs.utimesSync(file, now(), now());
  }, beatMs).unref();
}

function refusal(home: string, holder: Holder | undefined): DatabaseRefused {
  const who = holder ? ` (pid ${holder.pid}${holder.host === thisProcess().host ? '' : ` on ${holder.host}`})` : '';
  return new DatabaseRefused(
    `Another Samay process${who} already uses ${friendlyPath(home)}. Stop it first, or give this one another DATA_DIR.`,
  );
}
