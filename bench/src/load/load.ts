import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** One request that is repeated; `{key}` in a header becomes a new key, `{day}` in a body a day of the coming years. */
export interface LoadRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
}

export interface Load {
  readonly address: string;
  readonly connections: number;
  readonly seconds: number;
  /** Requests a second over all connections; as fast as the answers come where it is not given. */
  readonly rate?: number;
  /** Sent in turn by each connection. */
  readonly requests: readonly LoadRequest[];
}

export interface Measured {
  readonly perSecond: number;
  /** Milliseconds. */
  readonly median: number;
  readonly p95: number;
  readonly failed: number;
  /** Bytes of one answer, headers included. */
  readonly bytes: number;
}

const worker = fileURLToPath(new URL('./load-process.ts', import.meta.url));

/** Sends requests from a process of its own, as fast as the answers come, and tells how fast that was. */
export async function measure(load: Load): Promise<Measured> {
  const child = fork(worker, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  child.send(load);
  const answered = once(child, 'message').then(([message]) => message as Measured);
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the load process ended without a result (${code})`);
  });
  const measured = await Promise.race([answered, ended]);
  ended.catch(() => undefined);
  if (measured.failed > 0) throw new Error(`${measured.failed} requests failed at ${load.requests[0]?.path} of ${load.address}`);
  return measured;
}
