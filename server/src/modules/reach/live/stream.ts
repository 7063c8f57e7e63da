import type { FastifyReply } from 'fastify';
import type { SessionContext } from '../../../context/request-context.ts';
import { orNotFound } from '../../../core/app-error.ts';
import type { LiveHub } from './live-hub.ts';
import { ResponseStream } from './live-stream.ts';
import type { OpenStreams } from './open-streams.ts';

/**
 * Opens a stream of server-sent events: `change` with the row that changed, `gap` when changes may
 * have been missed, and a heartbeat every 15 s, at which the session is checked. @throws
 * `request.too_many`.
 */
export async function streamChanges(
  context: SessionContext,
  hub: LiveHub,
  open: OpenStreams,
): Promise<FastifyReply> {
  const { caller, dependencies, reply, requestId } = context;
  const tenant = orNotFound(caller.tenant, 'tenant.missing');
  const leaveLimits = open.enter(
    caller.userId,
    tenant.id,
    dependencies.settings.limits,
    dependencies.metrics,
  );
  reply
    .header('content-type', 'text/event-stream')
    .header('cache-control', 'no-store, no-transform')
    .header('x-accel-buffering', 'no')
    .header('x-request-id', requestId)
    .hijack();
  const response = reply.raw;
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) response.setHeader(name, value);
  response.write(': open\n\n');
  const leaveHub = hub.add(
    new ResponseStream(response, { tenantId: tenant.id, sessionId: caller.sessionId }),
  );
  dependencies.metrics?.streams(1);
  const leave = () => {
    dependencies.metrics?.streams(-1);
    leaveHub();
    leaveLimits();
  };
  // Handles a client that has gone while its session was looked up.
  if (response.destroyed) leave();
  else response.once('close', leave);
  return reply;
}
