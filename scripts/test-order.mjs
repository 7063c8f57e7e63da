import { BaseSequencer } from 'vitest/node';

/**
 * Test files that mostly wait: for deadlines, or for processes that they kill. Started first, they
 * wait while others compute. Vitest's own order starts them last, because their files are small, or
 * because they take no time on the embedded database, which runs before.
 */
export const waiting = [
  'server/test/failover/primary-killed.test.ts',
  'server/test/prometheus.test.ts',
  'server/src/db/engines/postgres/lost-connections.test.ts',
  'server/src/db/engines/postgres/silent-connections.test.ts',
  'server/src/outbox/worker.test.ts',
  'server/test/invariants/upload-atomicity.test.ts',
  'server/test/invariants/restarts.test.ts',
  'server/test/invariants/calendar-once.test.ts',
];

/** Puts the test files that mostly wait before all others, which stay in Vitest's order. */
export class WaitingFirst extends BaseSequencer {
  async sort(files) {
    // oxlint-disable-next-line unicorn/no-array-sort -- the method of Vitest's sequencer, which sorts a copy
    return waitingFirst(await super.sort(files), ({ moduleId }) => moduleId);
  }
}

/** Sorts any objects that have a path. */
export function waitingFirst(files, pathOf) {
  const isWaiting = (file) => waiting.some((path) => pathOf(file).endsWith(`/${path}`));
  return [...files.filter(isWaiting), ...files.filter((file) => !isWaiting(file))];
}
