import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Returns the readiness address of a server on this machine. `HOST` may name one address or all of
 * them.
 */
export function readyAddress(port, host = process.env.HOST) {
  const isAny = host === undefined || host === '0.0.0.0' || host === '::';
  const name = isAny ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}/api/health/ready`;
}

/**
 * Requests the address until it answers 200. Rejects after two minutes: the first start creates a
 * database and the demo. docs/decisions/0029-libraries-weighed.md says why this is not wait-on or
 * p-wait-for.
 */
export async function untilReady(address, { every = 50, atMost = 120_000 } = {}) {
  const deadline = performance.now() + atMost;
  while (!(await answers(address))) {
    if (performance.now() > deadline)
      throw new Error(`Nothing answers at ${address} after ${atMost / 1000} seconds.`);
    await sleep(every);
  }
}

async function answers(address) {
  try {
    const reply = await fetch(address, { signal: AbortSignal.timeout(2000) });
    await reply.arrayBuffer();
    return reply.ok;
  } catch {
    // The server refused or was too slow, so it is not ready yet.
    return false;
  }
}
