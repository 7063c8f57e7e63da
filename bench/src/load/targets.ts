import type { Operation } from './operations.ts';

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

/** The longest time from start to first answer in milliseconds, and resident memory after it in MB. */
export const largestStart = {
  postgres: { milliseconds: 1000, memoryMb: 130 },
  embedded: { milliseconds: 1000, memoryMb: 330 },
};

/** During an export: the largest multiple of a desk's 95th percentile, and MB of memory above idle. */
export const mostBesideExport = { ratio: 1.5, memoryMb: 150 };

/**
 * The largest multiple of one PostgreSQL's median that three nodes of Citus may take on the same
 * machine.
 */
export const mostOnCitus: Readonly<Record<string, number>> = { list: 1.6, create: 1.6 };

/** During an import of 200,000 rows: its longest time, MB of a process, and multiple of a desk's 95th percentile. */
export const mostOfImport = { seconds: 600, memoryMb: 300, ratio: 1.5 };
