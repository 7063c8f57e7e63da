import { availableParallelism } from 'node:os';

/**
 * Number of parallel test workers: one and a half per core, because workers also wait for disks,
 * timers and other processes.
 */
export const testWorkers = Math.ceil(availableParallelism() * 1.5);

/** Number of them on PostgreSQL, whose own processes do half of the work. */
export const workersOnPostgres = Math.ceil(availableParallelism() * 2.5);
