import type { Dependencies } from '../context/dependencies.ts';
import { deliver, takeDue } from './deliver.ts';
import { atOnce } from './retry-policy.ts';

const idleMs = 1_000;

/**
 * Delivers effects as they fall due, in every server process: at once when a transaction that wrote one commits, else within a second of
 * its time. The returned function takes nothing more and waits for what is under way, some ten seconds at the most.
 */
export async function startDelivery(dependencies: Dependencies): Promise<() => Promise<void>> {
  const underWay = new Set<Promise<void>>();
  let round: Promise<void> | undefined;
  let isWoken = false;
  let isUnreadable = false;
  const ending = new AbortController();

  const wake = () => {
    isWoken = true;
    round ??= look().finally(() => (round = undefined));
  };
  const stopListening = await dependencies.database.listen('outbox', wake, wake);
  const timer = setInterval(wake, idleMs);

  /** One look at a time; a wake meanwhile makes it look again. */
  async function look(): Promise<void> {
    while (isWoken && !ending.signal.aborted && underWay.size < atOnce) {
      isWoken = false;
      const taken = await takeDue(dependencies, atOnce - underWay.size).catch((error: unknown) => {
        // Once, and not every second while the database is away or its disk is full.
        if (!isUnreadable) dependencies.log?.error({ err: error }, 'the outbox could not be read; it is tried again every second');
        isUnreadable = true;
      });
      if (taken) isUnreadable = false;
      for (const effect of taken ?? []) begin(deliver(dependencies, effect));
    }
  }

  function begin(delivery: Promise<void>): void {
    const run = delivery
      .catch((error: unknown) => dependencies.log?.error({ err: error }, 'how a delivery went could not be noted; it comes again'))
      .finally(() => {
        underWay.delete(run);
        // There is a place free, and perhaps more that waits for one.
        wake();
      });
    underWay.add(run);
  }

  return async () => {
    ending.abort();
    clearInterval(timer);
    await stopListening();
    await round;
    await Promise.all(underWay);
  };
}
