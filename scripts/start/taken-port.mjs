import getPort from 'get-port';

/** Returns the first of the ports that is in use already, or undefined when all are free. */
export async function takenPort(ports, host = '127.0.0.1') {
  for (const port of ports) {
    // Detects a taken port: get-port answers with another one.
    if ((await getPort({ port, host })) !== port) return port;
  }
  return undefined;
}
