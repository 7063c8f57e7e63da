import { Readable } from 'node:stream';
import { z } from 'zod';
import { Erasure } from '../backup/archive.ts';
import { type AdminArguments, AdminRefused } from '../modules/platform/index.ts';
import type { LocalAddress, MarkCall } from './local-calls.ts';

/** The installation that a command of the operator works on. */
export interface Installation {
  readonly database: 'embedded' | 'postgres';
  /**
   * Runs an administrator's command. @throws AdminRefused, or another error with a sentence for the
   * operator
   */
  runAdmin(name: string, given: AdminArguments): Promise<readonly string[]>;
  /** Returns a backup as a tar archive, not encrypted. */
  archive(): Promise<Readable>;
  erasures(): Promise<readonly Erasure[]>;
  mark(call: MarkCall): Promise<void>;
  close(): Promise<void>;
}

/**
 * Works on the embedded installation through the server that has its database open
 * (local-server.ts).
 */
export function remoteInstallation({
  port,
  token,
}: LocalAddress): Installation & { answers(): Promise<boolean> } {
  const ask = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (response.ok) return response;
    const { message } = z.object({ message: z.string() }).parse(await response.json());
    throw new AdminRefused(message);
  };
  return {
    database: 'embedded',
    // Checks the token: a killed server leaves its address behind, and another program may have its
    // port by now.
    answers: () =>
      fetch(`http://127.0.0.1:${port}/`, { headers: { authorization: `Bearer ${token}` } }).then(
        async (response) =>
          response.status === 404 && (await response.text()).includes('There is no such command.'),
        () => false,
      ),
    runAdmin: async (name, given) => {
      const { lines } = z
        .object({ lines: z.array(z.string()) })
        .parse(await (await ask('POST', '/admin', { name, given })).json());
      return lines;
    },
    archive: async () => {
      const { body } = await ask('GET', '/archive');
      if (!body) throw new Error('the server sent no archive');
      // The body is referenced here: otherwise it is cancelled while nothing reads it yet, and
      // would look like an empty archive.
      return Readable.from(whole(body.values()), {
        objectMode: false,
      });
    },
    erasures: async () => z.array(Erasure).parse(await (await ask('GET', '/erasures')).json()),
    mark: async (call) => void (await ask('POST', '/marks', call)),
    close: async () => undefined,
  };
}

/** Yields the archive to its end. The server aborts one that it cannot complete. */
async function* whole(archive: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* archive;
  } catch (error) {
    throw new AdminRefused('The server broke the backup off, or ended. Its log says why.', { cause: error });
  }
}
