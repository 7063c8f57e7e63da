import { vi } from 'vitest';

/**
 * Holds the timers of exactly this delay until the returned function fires those that were not
 * cleared. A test sees the state before and after without measuring time, which a busy machine
 * would distort.
 */
export function holdTimers(delayMs: number): () => void {
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
  return () => {
    setting.mockRestore();
    clearing.mockRestore();
    if (held.size === 0) throw new Error(`No timer of ${delayMs} ms was set.`);
    for (const run of held.values()) run();
  };
}
