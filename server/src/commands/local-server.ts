import { randomBytes } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { KeptFiles } from '../adapters/files/kept-files.ts';
import type { Dependencies } from '../context/dependencies.ts';
import { sameSecret } from '../http/cookies.ts';
import { AdminCall, MarkCall } from './local-calls.ts';
import { unavailableFiles } from './unavailable-files.ts';

/**
 * Returns the path of the file by which an operator's command reaches the running server: in its
 * data directory, readable by its user only.
 */
export function localAddressPath(directory: string): string {
  return join(directory, 'commands.json');
}

export interface Served extends Dependencies {
  readonly files: KeptFiles;
}

/**
 * Serves the operator's commands for the embedded database, which only this process can open: on
 * the loopback address, with a token that a file in the data directory holds. A reader of that file
 * can read the database as well. The returned function ends it.
 */
export async function serveCommands(dependencies: Served, directory: string): Promise<() => Promise<void>> {
  const token = randomBytes(32).toString('base64url');
  const server = createServer((request, response) => {
    answer(dependencies, token, request, response).catch((error: unknown) => {
      dependencies.log?.error({ err: error }, 'a command of the operator failed');
      // An interrupted backup must not look complete.
      if (response.headersSent) response.destroy();
      else
        reply(response, 500, {
          message: unavailableFiles(error) ?? 'The server could not do that. Its log says why.',
        });
    });
  });
  await new Promise<void>((listening, failed) =>
    server.once('error', failed).listen(0, '127.0.0.1', listening),
  );
  const path = localAddressPath(directory);
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  await writeFile(draft, JSON.stringify({ port: (server.address() as AddressInfo).port, token }), {
    mode: 0o600,
  });
  await rename(draft, path);
  return async () => {
    await rm(path, { force: true });
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  };
}

async function answer(
  dependencies: Served,
  token: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (!sameSecret(request.headers.authorization ?? '', `Bearer ${token}`))
    return reply(response, 401, { message: 'Not for you.' });
  switch (`${request.method} ${request.url}`) {
    case 'POST /admin':
      return runAdmin(dependencies, AdminCall.parse(await getBody(request)), response);
    case 'GET /archive':
      return sendArchive(dependencies, response);
    case 'GET /erasures':
      return reply(
        response,
        200,
        await (await import('../modules/platform/index.ts')).readLedger(dependencies),
      );
    case 'POST /marks':
      return mark(dependencies, MarkCall.parse(await getBody(request)), response);
    default:
      return reply(response, 404, { message: 'There is no such command.' });
  }
}

async function runAdmin(
  dependencies: Served,
  { name, given }: AdminCall,
  response: ServerResponse,
): Promise<void> {
  const { AdminRefused, runAdminCommand } = await import('../modules/platform/index.ts');
  try {
    reply(response, 200, { lines: await runAdminCommand(dependencies, name, given) });
  } catch (error) {
    if (!(error instanceof AdminRefused)) throw error;
    reply(response, 409, { message: error.message });
  }
}

/** Sends an archive. Its code is loaded for the first backup: most servers make none. */
async function sendArchive(dependencies: Served, response: ServerResponse): Promise<void> {
  const [{ archiveMembers }, { writeArchive }] = await Promise.all([
    import('../backup/archive-members.ts'),
    import('../backup/archive.ts'),
  ]);
  const release = dependencies.files.keepAll();
  try {
    // Reads the first chunk before the reply's head, while an error of a silent bucket can still be
    // sent.
    for await (const _first of dependencies.files.list()) break;
    response.writeHead(200, { 'content-type': 'application/x-tar' });
    await pipeline(
      Readable.from(writeArchive(archiveMembers(dependencies)), { objectMode: false }),
      response,
    );
  } finally {
    await release();
  }
}

async function mark(
  { database }: Served,
  { name, at, detail }: MarkCall,
  response: ServerResponse,
): Promise<void> {
  const [{ asPlatform }, { setMark }] = await Promise.all([
    import('../db/tenant.ts'),
    import('../db/platform-marks.ts'),
  ]);
  await asPlatform({ database }, (tx) => setMark(tx, name, at, detail));
  reply(response, 200, {});
}

async function getBody(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
  return JSON.parse(Buffer.concat(parts).toString());
}

function reply(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
