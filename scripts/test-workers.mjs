import { availableParallelism } from 'node:os';

/** Half as many again as there are cores: a worker that waits for a disk, a clock or another process leaves its core to the next. */
export const testWorkers = Math.ceil(availableParallelism() * 1.5);
