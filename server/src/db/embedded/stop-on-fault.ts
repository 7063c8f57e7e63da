import fs from 'node:fs';
import type { PGlite } from '@electric-sql/pglite';

/** The parts of PGlite's WebAssembly module that are met here; PGlite does not type them all. */
interface Engine {
  stackRestore: (pointer: number) => void;
  FS: { streams: readonly ({ nfd?: number } | null | undefined)[] };
  [entry: `_${string}`]: unknown;
}

/** What PGlite calls for each message. */
const entries = ['_PostgresMainLoopOnce', '_PostgresMainLongJmp', '_PostgresSendReadyForQueryIfNecessary', '_pgl_pq_flush'] as const;
/** What PostgreSQL's own errors leave the loop with: PGlite catches it and answers with the error. */
const ordinaryError = 100;

/**
 * Makes PGlite fail for good once PostgreSQL in it has ended, as PANIC and FATAL end it, or the WebAssembly code trapped. As shipped, PGlite
 * ignores that: it calls the ended engine again, in the state that it ended in, without end or without an answer.
 *
 * @param stopped hears the reason, once
 * @returns how to end it from outside: no call reaches the data any more
 */
export function stopOnFault(pglite: PGlite, stopped: (reason: Error) => void): (reason: Error) => void {
  const engine = pglite.Module as unknown as Engine;
  let reason: Error | undefined;

  const stop = (why: Error) => {
    if (reason) return;
    reason = why;
    // PGlite swallows what its loop throws, and then restores the stack: there it is made to leave.
    engine.stackRestore = () => {
      throw why;
    };
    closeFiles(engine);
    stopped(why);
  };

  for (const name of entries) {
    const call = engine[name];
    if (typeof call !== 'function') throw new Error(`PGlite no longer has ${name}: an engine that ended would not be noticed`);
    engine[name] = (...parameters: unknown[]): unknown => {
      if (reason) throw reason;
      try {
        return call(...parameters) as unknown;
      } catch (error) {
        if (name === '_PostgresMainLoopOnce' && isOrdinary(error)) throw error;
        stop(new Error(`PostgreSQL ended: ${error instanceof Error ? error.message : String(error)}`, { cause: error }));
        throw error;
      }
    };
  }
  return stop;
}

function isOrdinary(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'status' in error && error.status === ordinaryError;
}

/** Nothing else closes them: the engine that had opened them is gone. */
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
