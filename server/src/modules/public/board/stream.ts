import type { FastifyReply } from 'fastify';
import type { Dependencies } from '../../../context/dependencies.ts';
import { AppError } from '../../../core/app-error.ts';
import { type LiveHub, ResponseStream } from '../../reach/index.ts';
import { type FoundBoard, isBoardOn } from './find.ts';

/** The most boards of a business that are open together on a server. */
const mostBoards = 20;
const retrySeconds = 60;
const changed = Buffer.from('event: change\ndata: {}\n\n');

/** Opens the streams of boards, which need no session, and counts them by business. */
export class BoardStreams {
  readonly #hub: LiveHub;
  readonly #dependencies: Dependencies;
  readonly #counts = new Map<string, number>();

  constructor(hub: LiveHub, dependencies: Dependencies) {
    this.#hub = hub;
    this.#dependencies = dependencies;
  }

  /**
   * Opens a stream that says that something of the business changed, and nothing of what. It ends within
   * 15 seconds once the address is ended. @throws `request.too_many`
   */
  open(found: FoundBoard, reply: FastifyReply): FastifyReply {
    const { tenantId, requestId } = found.context;
    const count = this.#counts.get(tenantId) ?? 0;
    if (count >= mostBoards) throw new AppError('request.too_many', { retryAfter: retrySeconds });
    this.#counts.set(tenantId, count + 1);
    reply
      .header('content-type', 'text/event-stream')
      .header('cache-control', 'no-store, no-transform')
      .header('x-accel-buffering', 'no')
      .hijack();
    const response = reply.raw;
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) response.setHeader(name, value);
    response.write(': open\n\n');
    const stream = new BoardStream(response, { tenantId, sessionId: `board ${requestId}` }, async () =>
      isBoardOn(found),
    );
    const leaveHub = this.#hub.add(stream);
    this.#dependencies.metrics?.streams(1);
    const leave = () => {
      this.#dependencies.metrics?.streams(-1);
      leaveHub();
      this.#counts.set(tenantId, (this.#counts.get(tenantId) ?? 1) - 1);
      if (this.#counts.get(tenantId) === 0) this.#counts.delete(tenantId);
    };
    if (response.destroyed) leave();
    else response.once('close', leave);
    return reply;
  }
}

/** A stream that says only that something changed. */
class BoardStream extends ResponseStream {
  readonly isAlive: () => Promise<boolean>;

  constructor(
    response: ConstructorParameters<typeof ResponseStream>[0],
    ids: ConstructorParameters<typeof ResponseStream>[1],
    isAlive: () => Promise<boolean>,
  ) {
    super(response, ids);
    this.isAlive = isAlive;
  }

  override send(bytes: Buffer): void {
    super.send(bytes.subarray(0, 1).toString() === ':' ? bytes : changed);
  }
}
