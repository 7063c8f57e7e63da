import { performance } from 'node:perf_hooks';

/** The longest time in which the event loop took nothing up while something ran: any request would have waited as long. */
export async function longestPause<T>(run: () => Promise<T>): Promise<{ result: T; pauseMs: number }> {
  let pauseMs = 0;
  let last = performance.now();
  const beat = setInterval(note, 5);
  function note(): void {
    const at = performance.now();
    pauseMs = Math.max(pauseMs, at - last);
    last = at;
  }
  try {
    const result = await run();
    note();
    return { result, pauseMs };
  } finally {
    clearInterval(beat);
  }
}
