/**
 * The first of the twelve ports of the benchmarks: 5481, or `BENCH_PORT`, so that two concurrent
 * runs do not collide.
 */
const first = Number(process.env['BENCH_PORT'] ?? 5481);

/**
 * The port of each server. The parts run one after another and share some; the sandbox takes the
 * six ports after the server that uses it.
 */
export const ports = {
  api: first,
  citus: first + 1,
  logged: first + 2,
  /** The product of an earlier commit. */
  before: first + 2,
  demo: first + 4,
  withSandbox: first + 5,
  debugging: first + 8,
} as const;
