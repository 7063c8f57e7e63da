import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { temporaryFolder } from './invariants/invariant.ts';
import { startServer } from './running-server.ts';

const { folder, remove } = temporaryFolder('refused-start');
const other = createServer((_, response) => response.writeHead(503).end());

afterAll(() => {
  other.close();
  remove();
});

test('a folder that cannot be used ends the start with a sentence and nothing else', async () => {
  const file = join(folder, 'no-folder');
  writeFileSync(file, '');
  const started = startServer({ PORT: '0', DATA_DIR: join(file, 'data') });
  await expect(started).rejects.toThrow(
    /^the server ended: The folder .*no-folder.data cannot be used \(ENOTDIR\)\. Give DATA_DIR a folder that Samay may write to\.\n$/,
  );
});

test('a port that is taken ends the start with a sentence, and nothing goes on working on the data', async () => {
  await once(other.listen(0, '127.0.0.1'), 'listening');
  const { port } = other.address() as AddressInfo;
  const started = startServer({ PORT: String(port), DATA_DIR: folder });
  await expect(started).rejects.toThrow(`the server ended: Port ${port} is taken by another program. Stop it, or set PORT to another one.`);
});
