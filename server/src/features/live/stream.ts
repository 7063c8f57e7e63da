import { PassThrough } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { SessionContext } from '../../http/context.ts';
import type { LiveHub } from '../../http/live-hub.ts';
import { found } from '../../refusal.ts';
import { sessionLives } from './queries.ts';

const heartbeatMs = 15_000;

/**
 * A stream of server-sent events for one signed-in browser: `change` with the row that changed, `gap` when some may have been
 * missed, a comment every 15 s, and at each of those a look whether the session still lives; it ends with the session.
 */
export async function streamChanges(context: SessionContext, hub: LiveHub): Promise<FastifyReply> {
  const { caller, parts, reply } = context;
  const tenant = found(caller.tenant, 'tenant.missing');
  const stream = new PassThrough();
  const unsubscribe = hub.subscribe(
    tenant.id,
    (change) => stream.write(change === 'gap' ? 'event: gap\ndata: {}\n\n' : `event: change\ndata: ${JSON.stringify(change)}\n\n`),
    () => stream.end(),
  );
  const heartbeat = setInterval(() => {
    sessionLives(parts.database, caller.sessionId, tenant.id, parts.clock()).then(
      (lives) => (lives ? stream.write(': here\n\n') : stream.end()),
      (error: unknown) => {
        context.log.error({ err: error }, 'live stream could not ask for its session');
        stream.end();
      },
    );
  }, parts.liveHeartbeatMs ?? heartbeatMs);
  stream.on('close', () => {
    clearInterval(heartbeat);
    unsubscribe();
  });
  stream.write(': open\n\n');
  return reply
    .header('content-type', 'text/event-stream')
    .header('cache-control', 'no-store, no-transform')
    .header('x-accel-buffering', 'no')
    .header('x-no-compression', '1')
    .send(stream);
}
