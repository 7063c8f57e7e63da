import fs from 'node:fs';
import type { PGlite } from '@electric-sql/pglite';

/**
 * The parts of PGlite's WebAssembly module that are used here; PGlite does not type all of them.
 */
interface Engine {
  stackRestore: (pointer: number) => void;
  FS: { streams: readonly ({ nfd?: number } | null | undefined)[] };
  [entry: `_${string}`]: unknown;
}

/** The functions that PGlite calls for each message. */
const entries = [
  '_PostgresMainLoopOnce',
  '_PostgresMainLongJmp',
  '_PostgresSendReadyForQueryIfNecessary',
  '_pgl_pq_flush',
] as const;
/**
 * The status with which PostgreSQL's ordinary errors leave its main loop: PGlite catches it and
 * answers with the error.
 */
const ordinaryError = 100;

/**
 * Makes PGlite fail permanently after PostgreSQL in it has ended (PANIC, FATAL) or the WebAssembly
 * code trapped. PGlite itself ignores that: it calls the ended engine again, which loops or never
 * answers.
 * @param stopped is called once with the reason
 * @returns a function that ends it from outside, after which no call reaches the data
 */
export function stopOnFault(pglite: PGlite, stopped: (reason: Error) => void): (reason: Error) => void {
  const engine = pglite.Module as unknown as Engine;
  let reason: Error | undefined;

  const stop = (why: Error) => {
    if (reason) return;
    reason = why;
    // Throws from the WebAssembly function, because PGlite swallows errors of its loop and then
    // restores the stack.
    engine.stackRestore = () => {
      throw why;
    };
    closeFiles(engine);
    stopped(why);
  };

  for (const name of entries) {
    const call = engine[name];
    if (typeof call !== 'function')
      throw new Error(`PGlite no longer has ${name}: an engine that ended would not be noticed`);
    engine[name] = (...parameters: unknown[]): unknown => {
      if (reason) throw reason;
      try {
        return call(...parameters) as unknown;
      } catch (error) {
        if (name === '_PostgresMainLoopOnce' && isOrdinary(error)) throw error;
        stop(
          new Error(`PostgreSQL ended: ${error instanceof Error ? error.message : String(error)}`, {
            cause: error,
          }),
        );
        throw error;
      }
    };
  }
  return stop;
}

function isOrdinary(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'status' in error && error.status === ordinaryError;
}

/** Closes the files of the ended engine; nothing else does. */
function closeFiles({ FS }: Engine): void {
  for (const stream of FS.streams) {
    if (stream?.nfd === undefined) continue;
    try {
      fs.closeSync(stream.nfd);
    } catch {
      // It was closed already.
    }
  }
}
