import type { IncomingMessage, ServerResponse } from 'node:http';
import { PassThrough, type Readable } from 'node:stream';
import { longestUpload } from '@samay/contract/files/files';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Settings } from '../core/settings.ts';
import { AppError } from '../core/app-error.ts';

/**
 * The longest time in which a request may arrive; only an upload, which has its own idle timeout,
 * comes near it.
 */
const longestUploadMs = 10 * 60_000;

/** The idle timeout of a connection. Event streams send something every 15 s. */
const silentMs = 120_000;

/**
 * The time that open requests may continue once the server closes. Less than the grace period of
 * the process (start.ts).
 */
const drainMs = 5_000;

/** The longest body of which the unread rest is read: an upload, with what surrounds its file. */
const longestDiscarded = longestUpload + 256 * 1024;

/** Returns Node's timeouts for each connection, as options of Fastify. */
export function connectionLimits({ limits: { requestSeconds } }: Settings) {
  return {
    connectionTimeout: silentMs,
    requestTimeout: longestUploadMs,
    http: {
      headersTimeout: requestSeconds * 1000,
      connectionsCheckingInterval: Math.min(requestSeconds * 250, 5_000),
    },
  };
}

/**
 * Refuses a body that does not arrive within `REQUEST_SECONDS` with `request.too_slow`. A multipart
 * body is read by its endpoint, which has an idle timeout (modules/files/uploads).
 */
export function limitBodies(app: FastifyInstance, { limits: { requestSeconds } }: Settings): void {
  const ms = requestSeconds * 1000;
  app.addHook('onRequest', (request, reply, done) => {
    discardUnread(request.raw, reply.raw, ms);
    done();
  });
  app.addHook('preParsing', (request, _reply, payload, done) => {
    done(null, hasBody(request.raw) && !isMultipart(request) ? within(payload, ms) : payload);
  });
}

/**
 * Reads on, after the answer, what nobody has read of a body, for at most `ms`. Unread it would
 * hold up the next request of its connection, and behind a proxy that is another person's. A body
 * that is longer than any that is taken, or does not say how long it is, closes its connection with
 * the answer instead: a proxy may have sent all of it, and another request behind it, before its
 * length is known.
 */
export function discardUnread(request: IncomingMessage, response: ServerResponse, ms: number): void {
  if (!hasBody(request)) return;
  // False also where the header is missing.
  const isShort = Number(request.headers['content-length']) <= longestDiscarded;
  if (!isShort) response.shouldKeepAlive = false;
  response.once('finish', () => {
    if (request.complete || request.destroyed) return;
    request.unpipe();
    request.resume();
    const timer = setTimeout(() => request.destroy(), ms);
    request.once('close', () => clearTimeout(timer));
  });
}

/**
 * Closes the connections of a closing server: idle ones immediately, all others after five seconds.
 */
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

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function isMultipart({ headers }: FastifyRequest): boolean {
  return headers['content-type']?.toLowerCase().startsWith('multipart/') ?? false;
}

/**
 * Copies the body into one that fails when it is not complete in time, or when the connection
 * breaks. The body itself stays open for the answer.
 */
function within(body: Readable, ms: number): Readable {
  const whole = new PassThrough();
  const timer = setTimeout(() => whole.destroy(new AppError('request.too_slow')), ms);
  // Handles the copy's errors when nothing reads it.
  whole.on('error', () => undefined);
  whole.once('close', () => clearTimeout(timer));
  body.once('error', (error) => whole.destroy(error));
  body.once('close', () => {
    if (!body.readableEnded) whole.destroy(new AppError('request.invalid'));
  });
  return body.pipe(whole);
}

/** Matches an address of IPv4 with a port, or one of IPv6 in brackets. */
const withPort = /^(?:(\d+\.\d+\.\d+\.\d+):\d+|\[([\da-f:.]+)\](?::\d+)?)$/i;

/**
 * Removes the ports that some proxies append to the addresses of `X-Forwarded-For`: with them each
 * connection would be another address, and a trusted proxy a stranger. Register it before any
 * reader of `request.ip`.
 */
export function removeForwardedPorts(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw: { headers } }) => {
    const forwarded = headers['x-forwarded-for'];
    if (typeof forwarded === 'string') headers['x-forwarded-for'] = withoutPorts(forwarded);
  });
}

function withoutPorts(forwarded: string): string {
  return forwarded
    .split(',')
    .map((address) => address.trim().replace(withPort, '$1$2'))
    .join(', ');
}
