import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from '@prometheus-io/client';
import { now } from '@samay/contract/core/time';
import { deliveryOutcomes, type Metrics } from '../../core/metrics.ts';
import { getChannel, outboxKindNames } from '../../outbox/index.ts';

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/**
 * Makes the counters of a working process, with the registry that Prometheus reads. Names and
 * labels are a promise to dashboards: operations/.
 */
export function countedMetrics(): { readonly registry: Registry; readonly metrics: Metrics } {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'samay_http_request_duration_seconds',
    help: 'Answered requests by pattern of their route.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const limitHits = new Counter({
    name: 'samay_limit_hits_total',
    help: 'Requests refused by a limit.',
    labelNames: ['limit'],
    registers,
  });
  const unshared = new Counter({
    name: 'samay_limits_unshared_total',
    help: 'Counts of limits that did not reach the database: this process counted alone.',
    registers,
  });
  const deliveries = new Counter({
    name: 'samay_deliveries_total',
    help: 'Attempts to deliver an effect of the outbox, by what became of them.',
    labelNames: ['channel', 'kind', 'outcome'],
    registers,
  });
  // Prometheus counts from the first value that it reads: a counter that begins with one has not
  // increased, and no alert would fire.
  for (const kind of outboxKindNames)
    for (const outcome of deliveryOutcomes) deliveries.inc({ channel: getChannel(kind), kind, outcome }, 0);
  const jobInterval = new Gauge({
    name: 'samay_job_interval_seconds',
    help: 'Interval of a scheduled job.',
    labelNames: ['scheduled_job'],
    registers,
  });
  const jobSuccess = new Gauge({
    name: 'samay_job_last_success_timestamp_seconds',
    help: 'When a scheduled job of this process last succeeded; at first when the process started.',
    labelNames: ['scheduled_job'],
    registers,
  });
  const jobFailures = new Counter({
    name: 'samay_job_failures_total',
    help: 'Failed runs of a scheduled job.',
    labelNames: ['scheduled_job'],
    registers,
  });
  const streams = new Gauge({ name: 'samay_live_streams', help: 'Open streams of live changes.', registers });
  const gaps = new Counter({
    name: 'samay_live_listener_lost_total',
    help: 'How often changes may have been missed and every screen of this process was told to fetch again.',
    registers,
  });
  const seconds = () => now().getTime() / 1000;
  return {
    registry,
    metrics: {
      answered({ method, route, status, seconds: taken }) {
        requests.observe(
          { method: methods.has(method) ? method : 'other', route, status: String(status) },
          taken,
        );
      },
      limitHit: (limit) => limitHits.inc({ limit }),
      limitUnshared: () => unshared.inc(),
      delivered: (kind, outcome) => {
        if (outboxKindNames.has(kind)) deliveries.inc({ channel: getChannel(kind), kind, outcome });
      },
      jobScheduled(job, everySeconds) {
        jobInterval.set({ scheduled_job: job }, everySeconds);
        jobSuccess.set({ scheduled_job: job }, seconds());
        jobFailures.inc({ scheduled_job: job }, 0);
      },
      jobEnded(job, succeeded) {
        if (succeeded) jobSuccess.set({ scheduled_job: job }, seconds());
        else jobFailures.inc({ scheduled_job: job });
      },
      streams: (change) => streams.inc(change),
      listenerLost: () => gaps.inc(),
    },
  };
}
