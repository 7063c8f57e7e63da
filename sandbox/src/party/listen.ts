import { Server as HttpServer } from 'node:http';
import type { AddressInfo, Server } from 'node:net';

/** The only address that the sandbox listens on, because it has no passwords. */
export const loopback = '127.0.0.1';

/**
 * Listens on the loopback address; port 0 takes a free one. Resolves to the port, rejects when it
 * is taken.
 */
export function listen(server: Server, port: number): Promise<number> {
  // Keeps an idle connection open: a client of a busy machine would send its next request just when
  // this end closes.
  if (server instanceof HttpServer) server.keepAliveTimeout = 0;
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host: loopback, exclusive: true }, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

/** Closes an HTTP server and all of its connections. */
export function closeNow(server: HttpServer): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
