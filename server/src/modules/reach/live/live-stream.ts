import type { ServerResponse } from 'node:http';

/** An open stream of one session, as the hub and the session checks use it. */
export interface LiveStream {
  readonly tenantId: string;
  readonly sessionId: string;
  /** Whether a stream without a session still counts; by default its session says it. */
  readonly isAlive?: () => Promise<boolean>;
  send(bytes: Buffer): void;
  end(last?: string): void;
}

/** Unsent bytes above which a stream is closed: five hundred events. */
const mostUnsent = 64 * 1024;

/**
 * A stream of server-sent events over one response. Writes go to the response itself, because a
 * stream between them would cost memory and time. A client that does not read is disconnected, and
 * reconnects: the server's memory stays bounded.
 */
export class ResponseStream implements LiveStream {
  readonly tenantId: string;
  readonly sessionId: string;
  readonly #response: ServerResponse;

  constructor(response: ServerResponse, { tenantId, sessionId }: Pick<LiveStream, 'tenantId' | 'sessionId'>) {
    this.tenantId = tenantId;
    this.sessionId = sessionId;
    this.#response = response;
  }

  /** Sends nothing after the end: the transaction that ends a session may change more rows. */
  send(bytes: Buffer): void {
    if (this.#response.writableEnded) return;
    if (this.#response.writableLength > mostUnsent) this.#response.destroy();
    else this.#response.write(bytes);
  }

  end(last?: string): void {
    if (!this.#response.writableEnded) this.#response.end(last);
  }
}
