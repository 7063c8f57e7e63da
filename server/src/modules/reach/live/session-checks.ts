import type { Dependencies } from '../../../context/dependencies.ts';
import type { LiveStream } from './live-stream.ts';
import { sessionLives } from './queries.ts';

type Needed = Pick<Dependencies, 'database' | 'clock' | 'log' | 'liveHeartbeatMs'>;

const heartbeatMs = 15_000;
/** The sessions of one portion of the streams are asked for in one message (decision 0018). */
const portions = 30;
const heartbeat = Buffer.from(': here\n\n');

/**
 * Checks the session of each open stream every 15 s: sends a heartbeat, or ends it. One timer takes
 * a portion twice a second, so that streams which opened together are not checked together.
 */
export class SessionChecks {
  readonly #dependencies: Needed;
  readonly #portions: readonly Set<LiveStream>[] = Array.from({ length: portions }, () => new Set());
  readonly #timer: NodeJS.Timeout;
  #next = 0;

  constructor(dependencies: Needed) {
    this.#dependencies = dependencies;
    this.#timer = setInterval(
      () => void this.#checkNext(),
      (dependencies.liveHeartbeatMs ?? heartbeatMs) / portions,
    ).unref();
  }

  /** Checks a stream until the returned function is called; at first within 15 s. */
  add(stream: LiveStream): () => void {
    const smallest = this.#portions.reduce((least, portion) => (portion.size < least.size ? portion : least));
    smallest.add(stream);
    return () => smallest.delete(stream);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #checkNext(): Promise<void> {
    const { database, clock, log } = this.#dependencies;
    const streams = [...(this.#portions[this.#next] ?? [])];
    this.#next = (this.#next + 1) % portions;
    try {
      const alive = await Promise.all(
        streams.map(
          async (stream) =>
            stream.isAlive?.() ?? sessionLives(database, stream.sessionId, stream.tenantId, clock()),
        ),
      );
      for (const [index, stream] of streams.entries()) {
        if (alive[index]) stream.send(heartbeat);
        else stream.end();
      }
    } catch (error) {
      log?.error({ err: error, streams: streams.length }, 'live streams could not ask for their sessions');
      for (const stream of streams) stream.end();
    }
  }
}
