/** Away from the ports of `npm start`, so that both can run; the journeys take this one and the seventy-nine after it. */
export const basePort = Number(process.env['JOURNEYS_PORT'] ?? 3400);

const perWorker = 40;
/** A server's own port and those of its sandbox. */
const perServer = 8;

/** A port for a worker's own use: `parallelIndex` is the worker's place among those at work, `workerIndex` counts all there have been. */
export function portOf({ parallelIndex, workerIndex }: { parallelIndex: number; workerIndex: number }): number {
  return basePort + parallelIndex * perWorker + (workerIndex % (perWorker / perServer)) * perServer;
}
