import { PassThrough, type Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Settings } from '../core/settings.ts';
import { AppError } from '../core/app-error.ts';

/** Longest time that any request may take to arrive; only an upload, which has its own limit on silence, comes near it. */
const longestUploadMs = 10 * 60_000;

/** A connection on which nothing moves in either direction for so long is closed. Streams of changes move every 15 s. */
const silentMs = 120_000;

/** How long open requests may go on once the server closes. Less than a stopping process has in all (start.ts). */
const drainMs = 5_000;

/** Time limits that Node keeps for each connection, in the form of Fastify's options. */
export function connectionLimits({ limits: { requestSeconds } }: Settings) {
  return {
    connectionTimeout: silentMs,
    requestTimeout: longestUploadMs,
    http: { headersTimeout: requestSeconds * 1000, connectionsCheckingInterval: Math.min(requestSeconds * 250, 5_000) },
  };
}

/**
 * Gives each body `REQUEST_SECONDS` to arrive, and refuses it with `request.too_slow` then. A multipart body is read by its endpoint,
 * which limits silence (features/files); one that nobody reads gets as long after the answer, and then its connection is closed.
 */
export function limitBodies(app: FastifyInstance, { limits: { requestSeconds } }: Settings): void {
  const ms = requestSeconds * 1000;
  app.addHook('preParsing', (request, _reply, payload, done) => {
    done(null, hasBody(request) && !isMultipart(request) ? within(payload, ms) : payload);
  });
  app.addHook('onResponse', (request, _reply, done) => {
    const { raw } = request;
    if (hasBody(request) && !raw.complete && !raw.destroyed) {
      const timer = setTimeout(() => raw.destroy(), ms);
      raw.once('close', () => clearTimeout(timer));
    }
    done();
  });
}

/** Lets a closing server end by itself: idle connections are closed as they become so, and what is left after five seconds with them. */
export function closeConnections(app: FastifyInstance): void {
  app.addHook('preClose', (done) => {
    if (app.server.listening) {
      const idle = setInterval(() => app.server.closeIdleConnections(), 100);
      const all = setTimeout(() => app.server.closeAllConnections(), drainMs);
      app.server.once('close', () => {
        clearInterval(idle);
        clearTimeout(all);
      });
    }
    done();
  });
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function isMultipart({ headers }: FastifyRequest): boolean {
  return headers['content-type']?.toLowerCase().startsWith('multipart/') ?? false;
}

/** The same bytes; the stream fails when they have not all come in time, or the connection breaks. The body itself stays open for the answer. */
function within(body: Readable, ms: number): Readable {
  const whole = new PassThrough();
  const timer = setTimeout(() => whole.destroy(new AppError('request.too_slow')), ms);
  // Where nothing reads the body, nothing else hears of its end.
  whole.on('error', () => undefined);
  whole.once('close', () => clearTimeout(timer));
  body.once('error', (error) => whole.destroy(error));
  body.once('close', () => {
    if (!body.readableEnded) whole.destroy(new AppError('request.invalid'));
  });
  return body.pipe(whole);
}
