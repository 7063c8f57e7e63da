import fs, { open } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { Client } from 'pg';
import { now } from '@samay/contract/time';
import { folderFiles } from '../../src/adapters/files/folder.ts';
import { signedWebhooks } from '../../src/adapters/webhooks/signed.ts';
import { buildApp } from '../../src/app.ts';
import { readSettings } from '../../src/config.ts';
import { openEmbedded } from '../../src/db/open-embedded.ts';
import { openPostgres } from '../../src/db/open-postgres.ts';
import { openSecrets } from '../../src/secrets.ts';
import { pngOf } from '../sample-files.ts';

// Serves the app, uploads a prescription to it over HTTP, and kills itself at one point on the way from the first byte to the reply.
//   node upload-crasher.ts <JSON of Crash>

export const crashPoints = [
  'first-write',
  'half-written',
  'draft-synced',
  'renamed',
  'folder-synced',
  'row-inserted',
  'committed',
] as const;

export interface Crash {
  point: (typeof crashPoints)[number];
  /** Undefined: the database inside the process, in `folder`. */
  databaseUrl: string | undefined;
  folder: string;
  appointmentId: string;
  /** Of a person who may upload. */
  headers: Record<string, string>;
}

export const uploadBytes = 3 * 1024 * 1024;

if (process.argv[1] === import.meta.filename) await crash(JSON.parse(process.argv[2] ?? '') as Crash);

async function crash({ point, databaseUrl, folder, appointmentId, headers }: Crash): Promise<void> {
  const database = await (databaseUrl ? openPostgres({ url: databaseUrl, poolSize: 2 }) : openEmbedded({ directory: folder }));
  const app = await buildApp({
    settings: readSettings({ NODE_ENV: 'test', DATA_DIR: folder }),
    secrets: await openSecrets(`${folder}/secrets.json`),
    webhooks: signedWebhooks({ toLoopback: true }),
    database,
    clock: now,
    files: await folderFiles(`${folder}/files`),
  });
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const body = new FormData();
  body.set('file', new File([new Uint8Array(pngOf(uploadBytes))], 'slip.png', { type: 'image/png' }));
  await dieAt(point);
  const answer = await fetch(`${address}/api/appointments/${appointmentId}/prescription`, { method: 'PUT', headers, body });
  process.stdout.write(`it lived: ${answer.status} ${await answer.text()}\n`);
  process.exit(1);
}

/** Wraps the calls to the operating system and to the database, not the code under test. */
async function dieAt(point: Crash['point']): Promise<void> {
  const handle = await open(import.meta.filename, 'r');
  const handles = Object.getPrototypeOf(handle) as Pick<typeof handle, 'appendFile' | 'sync'>;
  await handle.close();
  let written = 0;
  let isRenamed = false;
  let isInserted = false;
  dieAfter(handles, 'appendFile', ([chunk]) => {
    written += (chunk as Buffer).length;
    return point === 'first-write' || (point === 'half-written' && written >= uploadBytes / 2);
  });
  dieAfter(handles, 'sync', () => point === (isRenamed ? 'folder-synced' : 'draft-synced'));
  dieAfter(fs, 'rename', () => {
    isRenamed = true;
    return point === 'renamed';
  });
  dieAfter(Client.prototype, 'query', ([query]) => {
    const sql = typeof query === 'string' ? query : (query as { text: string }).text;
    const isInsert = sql.startsWith('insert into "files"');
    isInserted ||= isInsert;
    return (point === 'row-inserted' && isInsert) || (point === 'committed' && isInserted && sql === 'commit');
  });
  syncBuiltinESMExports();
}

function dieAfter<Name extends string>(target: { [key in Name]: unknown }, name: Name, isTime: (parameters: unknown[]) => boolean): void {
  const original = target[name] as (...parameters: unknown[]) => unknown;
  const wrapped = function (this: unknown, ...parameters: unknown[]): unknown {
    const result = original.apply(this, parameters);
    if (!(result instanceof Promise)) return result;
    return result.then((value: unknown) => {
      if (isTime(parameters)) process.kill(process.pid, 'SIGKILL');
      return value;
    });
  };
  Object.assign(target, { [name]: wrapped });
}
