import { vi } from 'vitest';

/**
 * Holds the timers of exactly this delay until the returned function fires those that were not
 * cleared, which waits until there is one: an effect sets it after the change is visible. A test
 * sees the state before and after without measuring time, which a busy machine would distort.
 */
export function holdTimers(delayMs: number): () => Promise<void> {
  const held = new Map<unknown, () => void>();
  const { setTimeout: set, clearTimeout: clear } = globalThis;
  const setting = vi.spyOn(globalThis, 'setTimeout').mockImplementation(((
    run: () => void,
    ms?: number,
    ...values: unknown[]
  ) => {
    // With values it is a timer of the HTTP client.
    if (ms !== delayMs || values.length > 0) return set(run, ms, ...(values as []));
    const timer = set(() => undefined, 0);
    held.set(timer, run);
    return timer;
  }) as typeof setTimeout);
  const clearing = vi.spyOn(globalThis, 'clearTimeout').mockImplementation(((timer: NodeJS.Timeout) => {
    held.delete(timer);
    clear(timer);
  }) as typeof clearTimeout);
  return async () => {
    await vi.waitUntil(() => held.size > 0, { timeout: 10_000 });
    setting.mockRestore();
    clearing.mockRestore();
    for (const run of held.values()) run();
  };
}
