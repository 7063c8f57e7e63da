import { flushCompileCache } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** The delay, beyond the first requests: a collection stops them for some 50 ms. */
const usualMs = 3_000;

/**
 * Returns the memory of starting to the system, once. Loading the modules makes the heap twice as
 * large as what stays in it, and V8 keeps that room; nothing but a full collection releases it
 * (decision 0041). Returns a function that ends the wait for it.
 */
export function releaseStartMemory(afterMs = usualMs): () => Promise<void> {
  const timer = setTimeout(() => {
    // Flushed first: compiled modules are stored with V8's flags, and the next start reads them
    // with those of a start.
    flushCompileCache();
    collect();
  }, afterMs).unref();
  return async () => clearTimeout(timer);
}

/** Runs the collection of `--expose-gc` that V8 makes before it runs out of memory. */
function collect(): void {
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc') as (options: object) => void;
  setFlagsFromString('--no-expose-gc');
  gc({ type: 'major', flavor: 'last-resort', execution: 'async' });
}
