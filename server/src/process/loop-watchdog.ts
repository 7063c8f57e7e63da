import inspector from 'node:inspector';
import { Worker } from 'node:worker_threads';

/** What the two threads share: a counter that the main thread increments. */
export interface Watched {
  readonly beats: SharedArrayBuffer;
  readonly seconds: number;
}

const beatMs = 500;

/**
 * Ends the process when its event loop has been blocked for the given time. No request is answered then, `/api/health/live` included, and this
 * thread cannot notice it, so a worker thread does (loop-watchdog-thread.ts). A debugger stops the loop too: with one, nothing is watched.
 */
export function watchLoop(seconds: number): () => Promise<void> {
  if (inspector.url() !== undefined) return async () => undefined;
  const watched: Watched = { beats: new SharedArrayBuffer(4), seconds };
  const beats = new Int32Array(watched.beats);
  const heart = setInterval(() => Atomics.add(beats, 0, 1), beatMs).unref();
  const thread = new Worker(new URL('./loop-watchdog-thread.ts', import.meta.url), { workerData: watched, execArgv: [] });
  thread.unref();
  return async () => {
    clearInterval(heart);
    await thread.terminate();
  };
}
