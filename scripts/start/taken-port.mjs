import getPort from 'get-port';

/** Returns the first of the ports that is in use already, or undefined when all are free. */
export async function takenPort(ports, host = '127.0.0.1') {
  for (const port of ports) {
    // get-port answers with another port when the wanted one is taken.
    if ((await getPort({ port, host })) !== port) return port;
  }
  return undefined;
}
