import type { Dependencies } from '../../context/dependencies.ts';
import type { Metrics } from '../../core/metrics.ts';
import type { Settings } from '../../core/settings.ts';
import { outboxHandlersOf } from '../../outbox-handlers.ts';
import { countedMetrics } from './counted.ts';
import { addGauges } from './gauges.ts';
import { serveMetrics } from './serve-metrics.ts';
import { StoredNumbersReader } from './stored-numbers.ts';

export interface StartedMetrics {
  readonly metrics: Metrics;
  readonly port: number;
  readonly close: () => Promise<void>;
}

/** Begins to count, and serves what is counted. Only called where METRICS_PORT is set: the library is not loaded otherwise. */
export async function startMetrics(
  dependencies: Pick<Dependencies, 'database' | 'clock' | 'mail' | 'calendar' | 'settings'>,
  address: NonNullable<Settings['metrics']>,
): Promise<StartedMetrics> {
  const { registry, metrics } = countedMetrics();
  const reader = new StoredNumbersReader(dependencies, Object.keys(outboxHandlersOf(dependencies)));
  addGauges(registry, dependencies, reader);
  return { metrics, ...(await serveMetrics(registry, address)) };
}
