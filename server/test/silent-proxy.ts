import { once } from 'node:events';
import net from 'node:net';

/** A way to a PostgreSQL that can lose its connections without a word, as a firewall or a machine that is gone does. */
export interface SilentProxy {
  readonly url: string;
  /** Those open now carry nothing any more and stay open; later ones are carried. Returns how many were silenced. */
  silence(): number;
  close(): Promise<void>;
}

export async function silentProxy(databaseUrl: string): Promise<SilentProxy> {
  const target = new URL(databaseUrl);
  let carried: [net.Socket, net.Socket][] = [];
  const all = new Set<net.Socket>();
  const server = net.createServer((near) => {
    const far = net.connect(Number(target.port || 5432), target.hostname);
    for (const socket of [near, far]) {
      all.add(socket);
      socket.on('error', () => socket.destroy());
    }
    near.pipe(far);
    far.pipe(near);
    carried.push([near, far]);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as net.AddressInfo).port);
  return {
    url: url.href,
    silence() {
      const silenced = carried.filter(([near]) => !near.destroyed);
      for (const [near, far] of silenced) {
        near.unpipe(far);
        far.unpipe(near);
      }
      carried = [];
      return silenced.length;
    },
    async close() {
      for (const socket of all) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
