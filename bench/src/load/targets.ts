import type { Operation } from './operations.ts';

/**
 * At 16 connections: the smallest share of the lean server's throughput, and the largest multiple
 * of its 99th percentile.
 */
export interface Target {
  readonly ratio: number;
  readonly p99?: number;
}

export const targets: Partial<Record<Operation, Target>> = {
  list: { ratio: 0.35, p99: 3 },
  unchanged: { ratio: 0.8 },
  search: { ratio: 0.4 },
  revenue: { ratio: 0.65 },
  slots: { ratio: 0.35, p99: 3 },
  claimed: { ratio: 0.85 },
};

/**
 * After a burst of writes the lean search reads a pending list, which makes it several times as
 * slow (decision 0046).
 */
export const targetsAfterBurst = { ...targets, search: { ratio: 2 } };

/**
 * At 16 connections, where an earlier commit is named: the largest share of its processor time for a
 * request, and the smallest multiple of its throughput.
 */
export const targetsToBefore: Partial<Record<Operation, { cpu?: number; speed?: number }>> = {
  list: { cpu: 0.9 },
  unchanged: { cpu: 1 },
  search: { cpu: 1 },
  revenue: { cpu: 1 },
  create: { cpu: 0.7 },
  spread: { speed: 1.2 },
  slots: { cpu: 1 },
  pay: { cpu: 0.8 },
  move: { cpu: 0.8 },
  cancel: { cpu: 0.8 },
};

/**
 * The largest ratio of the median answer with the rows of other businesses to the median answer
 * alone.
 */
export const largestGrowth = 1.3;

/** The smallest share of its throughput that the product has while it counts for Prometheus. */
export const leastWhileCounting = 0.95;

/**
 * The time from start to first answer, and resident memory after it, as a share of the bare
 * program's and in MB.
 */
export const largestStart = {
  postgresMs: 1000,
  embeddedToBare: 1.5,
  memoryMb: { postgres: 130, embedded: 330 },
};

/**
 * The largest multiple of one PostgreSQL's median that three nodes of Citus may take on the same
 * machine.
 */
export const mostOnCitus: Readonly<Record<string, number>> = { list: 1.6, create: 1.6 };
