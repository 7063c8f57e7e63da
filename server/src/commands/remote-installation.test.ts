import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { remoteInstallation } from './remote-installation.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const finish = Promise.withResolvers<void>();
const server = createServer((_request, response) => {
  response.write('the beginning, ');
  void finish.promise.then(() => response.end('the end'));
});
beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'));
afterAll(() => server.close());

it('keeps an archive whole that is read a while after it was asked for [O-3.1]', async () => {
  const archive = await remoteInstallation({
    port: (server.address() as AddressInfo).port,
    token: '',
  }).archive();
  // A reply's body is cancelled with the reply after a collection, in a later turn.
  for (let times = 0; times < 4; times += 1) {
    collectGarbage();
    await turn();
  }
  finish.resolve();
  expect(await text(archive)).toBe('the beginning, the end');
});
