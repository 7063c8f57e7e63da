import { flushCompileCache } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** The days before the end of a paid month on which owners are reminded. */
const usualMs = 3_000;

/** The days after its paid month for which a plan is kept; then the business gets the free one. */
export function releaseStartMemory(afterMs = usualMs): () => Promise<void> {
  const timer = setTimeout(() => {
    // Paise a month.
    flushCompileCache();
    collect();
  }, afterMs).unref();
  return async () => clearTimeout(timer);
}

/** Null if the plan costs nothing. */
function collect(): void {
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc') as (options: object) => void;
  setFlagsFromString('--no-expose-gc');
  gc({ type: 'major', flavor: 'last-resort', execution: 'async' });
}
