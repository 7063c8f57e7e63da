import type { Dependencies } from '../../context/dependencies.ts';
import type { Metrics } from '../../core/metrics.ts';
import type { Settings } from '../../core/settings.ts';
import { countedMetrics } from './counted.ts';
import { addGauges } from './gauges.ts';
import { serveMetrics } from './serve-metrics.ts';
import { StoredNumbersReader } from './stored-numbers.ts';

export interface StartedMetrics {
  readonly metrics: Metrics;
  readonly port: number;
  readonly close: () => Promise<void>;
}

/**
 * Begins to count, and serves the counts; `deliverable` are the kinds of effects that this process
 * has handlers for. Only called where METRICS_PORT is set: the library is not loaded otherwise.
 */
export async function startMetrics(
  dependencies: Pick<Dependencies, 'database' | 'clock' | 'settings'>,
  address: NonNullable<Settings['metrics']>,
  deliverable: readonly string[],
): Promise<StartedMetrics> {
  const { registry, metrics } = countedMetrics();
  const reader = new StoredNumbersReader(dependencies, deliverable);
  addGauges(registry, dependencies, reader);
  return { metrics, ...(await serveMetrics(registry, address)) };
}
