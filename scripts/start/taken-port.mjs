import { createServer } from 'node:net';

/** The first of the ports that something else already listens on, or undefined when all are free. */
export async function takenPort(ports, host = '127.0.0.1') {
  for (const port of ports) {
    if (!(await isFree(port, host))) return port;
  }
  return undefined;
}

function isFree(port, host) {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(true)));
  });
}
