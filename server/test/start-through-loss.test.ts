import { once } from 'node:events';
import net from 'node:net';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { testDatabase, testEngine } from './fixtures/database.ts';
import { freePort } from './fixtures/free-port.ts';
import { temporaryFolder } from './fixtures/invariants/invariant.ts';
import { startServer } from './fixtures/running-server.ts';

// A start whose connection to the database ends, as in a failover, begins again.

const { folder, remove } = temporaryFolder('start-through-loss');
const endings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end();
});
afterAll(remove);

/**
 * Opens a proxy to PostgreSQL that ends all connections once, when a statement contains a text, and
 * refuses the next few.
 */
async function endingAt(databaseUrl: string, text: string) {
  const target = new URL(databaseUrl);
  const at = { port: Number(target.port || 5432), host: target.hostname };
  const open = new Set<net.Socket>();
  let [ended, refused] = [0, 0];
  const server = net.createServer((near) => {
    if (ended > 0 && refused < 2) {
      refused += 1;
      near.on('error', () => undefined).destroy();
      return;
    }
    const far = net.connect(at);
    for (const socket of [near, far])
      open.add(
        socket.on('error', () => undefined).on('close', () => [near, far].forEach((each) => each.destroy())),
      );
    near.on('data', (sent) => {
      if (ended > 0 || !sent.includes(text)) return;
      ended = open.size;
      for (const socket of open) socket.destroy();
    });
    near.pipe(far);
    far.pipe(near);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  target.hostname = '127.0.0.1';
  target.port = String((server.address() as net.AddressInfo).port);
  return {
    url: target.href,
    ended: () => ended,
    refused: () => refused,
    async close() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

// The embedded database has no connection that could be lost.
describe.runIf(testEngine === 'postgres')('a start', () => {
  it.each([
    ['its first statement', 'pg_is_in_recovery'],
    ['the migrations', 'pg_try_advisory_lock'],
    ['the keys', 'encrypted_check'],
    ['listening', 'listen '],
  ])('begins again where the database is lost at %s [O-2.21]', async (_what, text) => {
    const held = await testDatabase();
    const proxy = await endingAt(held.ownerUrl ?? '', text);
    endings.push(held.close, proxy.close);
    const server = await startServer({
      PORT: await freePort(),
      DATA_DIR: folder,
      DATABASE_URL: proxy.url,
    });
    endings.push(() => server.stop('SIGTERM'));
    expect([proxy.ended() > 0, proxy.refused()]).toEqual([true, 2]);
    expect(await server.stop('SIGTERM')).toBe(0);
  });
});
