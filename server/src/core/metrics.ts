/** The outcomes of an attempt at an effect of the outbox. */
export const deliveryOutcomes = ['delivered', 'retried', 'dropped', 'given_up'] as const;
export type DeliveryOutcome = (typeof deliveryOutcomes)[number];

/**
 * The counters of a working server. A label is always one of a fixed list in the sources, such as a
 * route's pattern or the name of a job, never a value of a request or the database, so that no
 * metric names a person or a business (decision 0066).
 */
export interface Metrics {
  answered(request: {
    readonly method: string;
    readonly route: string;
    readonly status: number;
    readonly seconds: number;
  }): void;
  /** A request was refused by the named limit. */
  limitHit(limit: string): void;
  /** The shared count of limits could not be reached: this process counted alone. */
  limitUnshared(): void;
  delivered(kind: string, outcome: DeliveryOutcome): void;
  /** A scheduled job of this process and its interval. */
  jobScheduled(job: string, everySeconds: number): void;
  jobEnded(job: string, succeeded: boolean): void;
  /** A stream of live changes was opened (1) or has closed (-1). */
  streams(change: 1 | -1): void;
  /** Changes may have been missed: the connection that listens for them was lost. */
  listenerLost(): void;
}

/** Counts nothing, for a server without a port for metrics. */
export const noMetrics: Metrics = {
  answered() {},
  limitHit() {},
  limitUnshared() {},
  delivered() {},
  jobScheduled() {},
  jobEnded() {},
  streams() {},
  listenerLost() {},
};
