import { context, propagation, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';

/**
 * The tracer. Without an SDK, which an operator loads with `--import` (docs/monitoring.md), its
 * spans record nothing and cost nothing.
 */
const tracer = trace.getTracer('samay');

/**
 * Runs statements as a span below the request's. The text has placeholders instead of values, so
 * that no trace names a person or a business.
 */
export async function traceStatement<T>(text: string | (() => string), work: () => Promise<T>): Promise<T> {
  const span = tracer.startSpan('database', { kind: SpanKind.CLIENT });
  if (!span.isRecording()) return work();
  span.setAttributes({
    'db.system.name': 'postgresql',
    'db.query.text': typeof text === 'string' ? text : text(),
  });
  try {
    return await work();
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR });
    throw error;
  } finally {
    span.end();
  }
}

/** The trace of a request that is answered, and its end. */
export interface RequestTrace {
  /** The id in hexadecimal, for the log; undefined where neither the caller nor an SDK gave one. */
  readonly traceId: string | undefined;
  /** Runs `next` as part of the request. */
  readonly run: (next: () => void) => void;
  readonly end: (status: number) => void;
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/**
 * Begins the trace of a request, as part of its caller's trace if one is sent (W3C Trace Context).
 */
export function traceRequest(method: string, route: string, headers: Headers): RequestTrace {
  const parent = propagation.extract(context.active(), headers);
  const name = `${method} ${route}`;
  const span = tracer.startSpan(
    name,
    { kind: SpanKind.SERVER, attributes: { 'http.request.method': method, 'http.route': route } },
    parent,
  );
  if (!span.isRecording())
    return { traceId: getTraceId(headers['traceparent']), run: (next) => next(), end: () => undefined };
  return {
    traceId: span.spanContext().traceId,
    run: (next) => context.with(trace.setSpan(parent, span), next),
    end: (status) => endSpan(span, status),
  };
}

function endSpan(span: Span, status: number): void {
  span.setAttribute('http.response.status_code', status);
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}

/**
 * Reads the trace of a `traceparent` header, for logs where no SDK reads it. A caller may write
 * anything into the header: only the form of the standard is accepted.
 */
function getTraceId(header: string | string[] | undefined): string | undefined {
  const [, id] =
    /^00-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/.exec(typeof header === 'string' ? header : '') ?? [];
  return id === undefined || /^0+$/.test(id) ? undefined : id;
}
