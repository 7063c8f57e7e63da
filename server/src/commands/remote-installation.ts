import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { z } from 'zod';
import { Erasure } from '../backup/archive.ts';
import { AdminRefused } from '../modules/platform/index.ts';
import type { Installation } from './installation.ts';
import type { LocalAddress } from './local-calls.ts';

/** The embedded installation whose database a running server has open: asks that server (local-server.ts). */
export function remoteInstallation({ port, token }: z.infer<typeof LocalAddress>): Installation & { answers(): Promise<boolean> } {
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
    // A killed server leaves its address behind, and another program may have its port by now.
    answers: () =>
      fetch(`http://127.0.0.1:${port}/`, { headers: { authorization: `Bearer ${token}` } }).then(
        async (response) => response.status === 404 && (await response.text()).includes('There is no such command.'),
        () => false,
      ),
    runAdmin: async (name, given) => {
      const { lines } = z.object({ lines: z.array(z.string()) }).parse(await (await ask('POST', '/admin', { name, given })).json());
      return lines;
    },
    archive: async () => {
      const { body } = await ask('GET', '/archive');
      if (!body) throw new Error('the server sent no archive');
      return Readable.fromWeb(body as unknown as ReadableStream);
    },
    erasures: async () => z.array(Erasure).parse(await (await ask('GET', '/erasures')).json()),
    mark: async (call) => void (await ask('POST', '/marks', call)),
    close: async () => undefined,
  };
}
