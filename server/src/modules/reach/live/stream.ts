import { PassThrough } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { SessionContext } from '../../../context/request-context.ts';
import type { LiveHub } from './live-hub.ts';
import { orNotFound } from '../../../core/app-error.ts';
import type { OpenStreams } from './open-streams.ts';
import { sessionLives } from './queries.ts';

const heartbeatMs = 15_000;

/**
 * Opens a stream of server-sent events for one browser: `change` with the row that changed, `gap` when changes may have been missed, and a
 * heartbeat comment every 15 s, at which the session is checked. The stream ends with the session. Throws `request.too_many` beyond the
 * limits of open streams.
 */
export async function streamChanges(context: SessionContext, hub: LiveHub, open: OpenStreams): Promise<FastifyReply> {
  const { caller, dependencies, reply } = context;
  const tenant = orNotFound(caller.tenant, 'tenant.missing');
  const leave = open.enter(caller.userId, tenant.id, dependencies.settings.limits);
  const stream = new PassThrough();
  stream.write(': open\n\n');
  const unsubscribe = hub.subscribe(
    tenant.id,
    (event) => {
      // The transaction that ends the session may change more rows, which are announced after its end.
      if (stream.writableEnded || event === 'ended') return;
      stream.write(event === 'gap' ? 'event: gap\ndata: {}\n\n' : `event: change\ndata: ${JSON.stringify(event)}\n\n`);
    },
    () => stream.end(),
  );
  // The end of a session is announced under the session's id (migration 0009).
  const unwatch = hub.subscribe(
    caller.sessionId,
    (event) => event === 'ended' && stream.end(),
    () => undefined,
  );
  const heartbeat = setInterval(() => {
    sessionLives(dependencies.database, caller.sessionId, tenant.id, dependencies.clock()).then(
      (lives) => (lives ? stream.write(': here\n\n') : stream.end()),
      (error: unknown) => {
        context.log.error({ err: error }, 'live stream could not ask for its session');
        stream.end();
      },
    );
  }, dependencies.liveHeartbeatMs ?? heartbeatMs);
  stream.on('close', () => {
    clearInterval(heartbeat);
    unsubscribe();
    unwatch();
    leave();
  });
  return reply
    .header('content-type', 'text/event-stream')
    .header('cache-control', 'no-store, no-transform')
    .header('x-accel-buffering', 'no')
    .header('x-no-compression', '1')
    .send(stream);
}
