import { createHash } from 'node:crypto';
import fs from 'node:fs';
import net from 'node:net';
import type { DatabaseLog } from '../../database.ts';
import { claimPidFile, readHolder, directoryInUseError } from './pid-file.ts';

export interface DirectoryLock {
  release(): Promise<void>;
}

/**
 * Locks a directory for this process. Among the processes of one machine or container a socket is
 * the lock, which ends with its process; among containers that share a volume the file
 * `process.pid` is, linked atomically.
 *
 * @throws DatabaseRefused naming the process that holds it
 */
export async function lockDirectory(directory: string, log: DatabaseLog): Promise<DirectoryLock> {
  const home = fs.realpathSync(directory);
  const socket = await bindSocket(home);
  try {
    const file = await claimPidFile(home, log);
    return {
      async release() {
        file.release();
        await closeSocket(socket);
      },
    };
  } catch (error) {
    await closeSocket(socket);
    throw error;
  }
}

/**
 * Returns the path of the socket: an abstract socket on Linux, a named pipe on Windows. Elsewhere
 * there is none, because sockets with files outlive their process.
 */
async function bindSocket(home: string): Promise<net.Server | undefined> {
  const address = getAddress(home);
  if (address === undefined) return undefined;
  const server = net.createServer((caller) => caller.destroy());
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = error.code === 'EADDRINUSE' || error.code === 'EACCES';
      reject(taken ? directoryInUseError(home, readHolder(home)) : error);
    });
    server.listen(address, () => resolve(server.unref()));
  });
}

function getAddress(home: string): string | undefined {
  const name = `samay-${createHash('sha256').update(home).digest('hex').slice(0, 32)}`;
  if (process.platform === 'linux') return `\0${name}`;
  return process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : undefined;
}

async function closeSocket(server: net.Server | undefined): Promise<void> {
  if (server) await new Promise<void>((resolve) => server.close(() => resolve()));
}
