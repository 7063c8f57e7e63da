import { createHook } from 'node:async_hooks';

/** Counts the argon2 hashes that this process begins, until stopped; Node itself says when one begins. */
export function countHashes(): { readonly count: number; stop(): void } {
  let count = 0;
  const hook = createHook({
    init(_id, type) {
      if (type === 'ARGON2REQUEST') count += 1;
    },
  }).enable();
  return {
    get count() {
      return count;
    },
    stop: () => hook.disable(),
  };
}
