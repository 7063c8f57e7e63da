import { randomInt, randomUUID } from 'node:crypto';
import autocannon from 'autocannon';
import { firstNames, lastNames } from '../data/names.ts';
import type { Load, LoadRequest, Measured, Sent } from './load.ts';
import { ownTime } from './own-times.ts';

let booked = 0;

process.once('message', (load: Load & { booked: number }) => {
  booked = load.booked;
  void run(load).then((measured) => {
    const sent: Sent = { measured, booked };
    process.send?.(sent, () => process.exit(0));
  });
});

async function run({
  address,
  connections,
  seconds,
  amount,
  rate,
  requests,
  status: wanted,
}: Load): Promise<Measured> {
  const latencies: number[] = [];
  let [bytes, refused, lasted] = [0, 0, 0];
  const began = performance.now();
  const instance = autocannon({
    url: address,
    connections,
    ...(seconds !== undefined && { duration: seconds }),
    ...(amount !== undefined && { amount }),
    ...(rate !== undefined && { overallRate: rate }),
    // Detects soon that all are answered.
    sampleInt: 100,
    timeout: 120,
    requests: prepared(requests),
  });
  instance.on('response', (_client, status, size, milliseconds) => {
    latencies.push(milliseconds);
    lasted = performance.now() - began;
    bytes += size;
    if (wanted === undefined ? status < 200 || status > 299 : status !== wanted) refused += 1;
  });
  const { duration, errors, timeouts } = await instance;
  // Autocannon ends some time after the last response.
  const elapsed = amount === undefined ? duration : lasted / 1000;
  latencies.sort((a, b) => a - b);
  const at = (share: number) => latencies[Math.floor((latencies.length - 1) * share)] ?? Number.NaN;
  return {
    perSecond: (latencies.length - refused) / elapsed,
    median: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
    failed: refused + errors + timeouts,
    bytes: bytes / latencies.length,
  };
}

type Prepared = Parameters<typeof autocannon>[0]['requests'];

/**
 * Yields requests without a body unchanged. Those with one are created one by one, in turn over all
 * connections.
 */
function prepared(requests: readonly LoadRequest[]): Prepared {
  if (requests.every(({ body }) => body === undefined))
    return requests.map(({ method, path, headers }) => ({ method, path, headers }));
  let sent = 0;
  const setupRequest = (request: Prepared[number]) => {
    const { method, path, headers, body } = requests[sent++ % requests.length] ?? {};
    return {
      ...request,
      method,
      path,
      headers: { ...headers, 'idempotency-key': randomUUID() },
      body: body && filledIn(body),
    };
  };
  return [{ ...requests[0], setupRequest } as Prepared[number]];
}

/** Fills in as many people as there are names, at random, and a separate time for each booking. */
function filledIn(body: string): string {
  const [first, last] = [randomInt(firstNames.length), randomInt(lastNames.length)];
  const { day, time } = ownTime(booked);
  booked += 1;
  return body
    .replace('{day}', day)
    .replace('{time}', time)
    .replace('{name}', `${firstNames[first]} ${lastNames[last]}`)
    .replace('{contact}', `+91 98700 ${String(first * lastNames.length + last).padStart(5, '0')}`);
}
