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
  /** Counts a request that the named limit refused. */
  limitHit(limit: string): void;
  /** Counts a failed access to the shared count of limits: this process counted alone. */
  limitUnshared(): void;
  delivered(kind: string, outcome: DeliveryOutcome): void;
  /** Registers a scheduled job of this process with its interval. */
  jobScheduled(job: string, everySeconds: number): void;
  jobEnded(job: string, succeeded: boolean): void;
  /** Counts a stream of live changes that was opened (1) or closed (-1). */
  streams(change: 1 | -1): void;
  /**
   * Counts a gap in which changes may have been missed: the connection that listens for them was
   * lost.
   */
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
