import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Metrics, noMetrics } from '../core/metrics.ts';
import { type RequestTrace, traceRequest } from '../core/tracing.ts';

/**
 * Traces, logs and counts each request by the pattern of its route: without path, query string and
 * body.
 */
export function observeRequests(app: FastifyInstance, metrics: Metrics = noMetrics): void {
  const traces = new WeakMap<FastifyRequest, RequestTrace>();
  app.addHook('onRequest', (request, _reply, done) => {
    const trace = traceRequest(request.method, getRoute(request), request.headers);
    traces.set(request, trace);
    if (trace.traceId !== undefined) request.log = request.log.child({ traceId: trace.traceId });
    trace.run(done);
  });
  app.addHook('onSend', (request, reply, _payload, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { method } = request;
    const { statusCode: status, elapsedTime: ms } = reply;
    request.log.info({ method, route: request.routeOptions.url, status, ms: Math.round(ms) }, 'answered');
    // A stream of events ends when its screen is closed: its duration says nothing.
    const isStream = reply.getHeader('content-type') === 'text/event-stream';
    if (!isStream) metrics.answered({ method, route: getRoute(request), status, seconds: ms / 1000 });
    traces.get(request)?.end(status);
    done();
  });
}

function getRoute(request: FastifyRequest): string {
  return request.routeOptions.url ?? 'none';
}
