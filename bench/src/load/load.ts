import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/**
 * A request to repeat. Each one with a body gets a new idempotency key, a day of the coming years
 * and a time of it in place of `{day}` and `{time}` (own-times.ts), and a person in place of
 * `{name}` and `{contact}`.
 */
export interface LoadRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
}

export interface Load {
  readonly address: string;
  readonly connections: number;
  readonly seconds?: number;
  /** The requests a second over all connections; as many as are answered when omitted. */
  readonly rate?: number;
  /** Requests to send, however long that takes, in place of `seconds`. */
  readonly amount?: number;
  /**
   * The requests that each connection sends in turn; those with a body in turn over all
   * connections, so that neighbours in the list run concurrently.
   */
  readonly requests: readonly LoadRequest[];
  /** The status that each response must have; any of 200 to 299 when omitted. */
  readonly status?: number;
}

export interface Measured {
  readonly perSecond: number;
  /** Milliseconds. */
  readonly median: number;
  readonly p95: number;
  readonly p99: number;
  readonly failed: number;
  /** Mean size of a response with its headers. */
  readonly bytes: number;
}

/** The measurement of a load process, and the number of bodies that were filled in. */
export interface Sent {
  readonly measured: Measured;
  readonly booked: number;
}

/** The counts by server, so that the times of its bookings differ over all measurements. */
const bookedAt = new Map<string, number>();

const loadProcess = fileURLToPath(new URL('./load-process.ts', import.meta.url));

/**
 * Sends requests from a separate process and measures throughput and latency. Rejects when a
 * request fails.
 */
export async function measure(load: Load): Promise<Measured> {
  const child = fork(loadProcess, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  child.send({ ...load, booked: bookedAt.get(load.address) ?? 0 });
  const answered = once(child, 'message').then(([message]) => message as Sent);
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the load process ended without a result (${code})`);
  });
  const { measured, booked } = await Promise.race([answered, ended]);
  ended.catch(() => undefined);
  bookedAt.set(load.address, booked);
  if (measured.failed > 0)
    throw new Error(`${measured.failed} requests failed at ${load.requests[0]?.path} of ${load.address}`);
  return measured;
}
