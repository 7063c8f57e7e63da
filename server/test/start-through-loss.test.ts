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
 * Opens a proxy to PostgreSQL. `onData` gets what a client sends; `onClose` is called after a
 * connection has ended; a connection is ended before its first answer while `refuses` says so.
 */
async function openProxy(
  databaseUrl: string,
  {
    onData,
    onClose,
    refuses,
  }: { onData: (sent: Buffer) => void; onClose?: () => void; refuses?: () => boolean },
) {
  const target = new URL(databaseUrl);
  const at = { port: Number(target.port || 5432), host: target.hostname };
  const open = new Set<net.Socket>();
  const server = net.createServer((near) => {
    near.on('error', () => undefined);
    if (refuses?.()) return void near.destroy();
    const far = net.connect(at).on('error', () => undefined);
    for (const socket of [near, far]) {
      open.add(socket);
      socket.on('close', () => {
        open.delete(socket);
        for (const each of [near, far]) each.destroy();
        onClose?.();
      });
    }
    near.on('data', onData);
    near.pipe(far);
    far.pipe(near);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as net.AddressInfo;
  target.hostname = '127.0.0.1';
  target.port = String(port);
  return {
    url: target.href,
    open,
    server,
    listenAgain: () => server.listen(port, '127.0.0.1'),
    async close() {
      for (const socket of open) socket.destroy();
      if (!server.listening) return;
      server.close();
      await once(server, 'close');
    },
  };
}

/** Opens a proxy that ends all connections once, when a statement contains a text, and ends the next few. */
async function endingAt(databaseUrl: string, text: string) {
  let [ended, refused] = [0, 0];
  const proxy = await openProxy(databaseUrl, {
    onData(sent) {
      if (ended > 0 || !sent.includes(text)) return;
      ended = proxy.open.size;
      for (const socket of proxy.open) socket.destroy();
    },
    refuses: () => ended > 0 && (refused += 1) <= 2,
  });
  return { ...proxy, ended: () => ended, refused: () => Math.min(refused, 2) };
}

/**
 * Opens a proxy that no longer listens once a statement contains a text, and listens again when its
 * connections have ended.
 */
async function refusingAfter(databaseUrl: string, text: string) {
  let hasRefused = false;
  const proxy = await openProxy(databaseUrl, {
    onData(sent) {
      if (proxy.server.listening && !hasRefused && sent.includes(text)) proxy.server.close();
    },
    onClose() {
      if (proxy.server.listening || proxy.open.size > 0) return;
      hasRefused = true;
      proxy.listenAgain();
    },
  });
  return { ...proxy, hasRefused: () => hasRefused };
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

  it('begins again where the database refuses the second connection [O-2.21]', async () => {
    const held = await testDatabase();
    const proxy = await refusingAfter(held.ownerUrl ?? '', 'pg_extension');
    endings.push(held.close, proxy.close);
    const server = await startServer({
      PORT: await freePort(),
      DATA_DIR: folder,
      DATABASE_URL: proxy.url,
    });
    endings.push(() => server.stop('SIGTERM'));
    expect(proxy.hasRefused()).toBe(true);
    expect(await server.stop('SIGTERM')).toBe(0);
  });
});
