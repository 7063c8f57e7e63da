import inspector from 'node:inspector';
import { Worker } from 'node:worker_threads';

/** The data that the two threads share: a counter that the main thread increments. */
export interface WatchdogData {
  readonly heartbeats: SharedArrayBuffer;
  readonly seconds: number;
}

const heartbeatMs = 500;
/** The delay, beyond the first answers: starting a thread takes as long as a few of them. */
const beginsAfterMs = 250;

/**
 * Ends the process when its event loop has been blocked for the given time. No request is answered
 * then, `/api/health/live` included, and this thread cannot notice it, so a worker thread does
 * (loop-watchdog-thread.mjs). A debugger stops the loop too: with one, nothing is watched.
 */
export function watchLoop(seconds: number): () => Promise<void> {
  if (inspector.url() !== undefined) return async () => undefined;
  const watched: WatchdogData = { heartbeats: new SharedArrayBuffer(4), seconds };
  const heartbeats = new Int32Array(watched.heartbeats);
  const timer = setInterval(() => Atomics.add(heartbeats, 0, 1), heartbeatMs).unref();
  let thread: Worker | undefined;
  const beginning = setTimeout(() => {
    thread = new Worker(new URL('./loop-watchdog-thread.mjs', import.meta.url), {
      workerData: watched,
      execArgv: [],
    });
    thread.unref();
  }, beginsAfterMs).unref();
  return async () => {
    clearInterval(timer);
    clearTimeout(beginning);
    await thread?.terminate();
  };
}
