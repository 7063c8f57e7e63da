import { BaseSequencer } from 'vitest/node';

/**
 * Test files that mostly wait: for deadlines, or for processes that they kill. Started early, they
 * wait while others compute. Vitest's own order starts them last, because their files are small, or
 * because they take no time on the embedded database, which runs before.
 */
export const waiting = [
  'server/test/failover/postgres-killed.test.ts',
  'server/test/prometheus.test.ts',
  'server/src/db/engines/postgres/lost-connections.test.ts',
  'server/src/db/engines/postgres/silent-connections.test.ts',
  'server/src/outbox/worker.test.ts',
  'server/test/invariants/upload-atomicity.test.ts',
  'server/test/invariants/restarts.test.ts',
  'server/test/invariants/calendar-once.test.ts',
];

/** Starts the test files that mostly wait early; the others stay in Vitest's order. */
export class WaitingEarly extends BaseSequencer {
  async sort(files) {
    // oxlint-disable-next-line unicorn/no-array-sort -- the method of Vitest's sequencer, which sorts a copy
    return waitingEarly(await super.sort(files), ({ moduleId }) => moduleId);
  }
}

/**
 * Sorts any objects that have a path: after each file that waits come two that compute, so that not
 * all workers wait at a time.
 */
export function waitingEarly(files, pathOf) {
  const isWaiting = (file) => waiting.some((path) => pathOf(file).endsWith(`/${path}`));
  const sorted = [];
  const computing = files.filter((file) => !isWaiting(file));
  for (const file of files.filter(isWaiting)) sorted.push(file, ...computing.splice(0, 2));
  return [...sorted, ...computing];
}
