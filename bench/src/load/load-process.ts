import { randomInt, randomUUID } from 'node:crypto';
import autocannon from 'autocannon';
import type { Load, LoadRequest, Measured } from './load.ts';

process.once('message', (load: Load) => {
  void run(load).then((measured) => process.send?.(measured, () => process.exit(0)));
});

async function run({ address, connections, seconds, rate, requests }: Load): Promise<Measured> {
  const latencies: number[] = [];
  let bytes = 0;
  const instance = autocannon({
    url: address,
    connections,
    duration: seconds,
    timeout: 30,
    requests: requests.map(prepared),
    ...(rate !== undefined && { overallRate: rate }),
  });
  instance.on('response', (_client, _status, size, milliseconds) => {
    latencies.push(milliseconds);
    bytes += size;
  });
  const result = await instance;
  latencies.sort((a, b) => a - b);
  const at = (share: number) => latencies[Math.floor((latencies.length - 1) * share)] ?? Number.NaN;
  return {
    perSecond: result['2xx'] / result.duration,
    median: at(0.5),
    p95: at(0.95),
    failed: result.non2xx + result.errors + result.timeouts,
    bytes: bytes / latencies.length,
  };
}

/** Gives each request with a body its own idempotency key and a random day, so that no month fills up during the measurement. */
function prepared({ method, path, headers, body }: LoadRequest): Parameters<typeof autocannon>[0]['requests'][number] {
  if (body === undefined) return { method, path, headers };
  return {
    method,
    path,
    headers,
    body,
    setupRequest: (request) => ({
      ...request,
      headers: { ...headers, 'idempotency-key': randomUUID() },
      body: body.replace(
        '{day}',
        `20${randomInt(30, 90)}-${String(randomInt(1, 13)).padStart(2, '0')}-${String(randomInt(1, 28)).padStart(2, '0')}`,
      ),
    }),
  };
}
