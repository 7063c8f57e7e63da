import type { Dependencies } from '../context/dependencies.ts';
import { claimEffects, deliver } from './deliver.ts';
import type { OutboxHandlers } from './handler.ts';
import { concurrency } from './retry-policy.ts';

const idleMs = 1_000;

/**
 * Starts the outbox worker, one in every server process. It delivers an effect as soon as the
 * transaction that wrote it commits, and a retry within a second of its time. The returned function
 * stops claiming and waits for running deliveries, ten seconds at most.
 */
export async function startDelivery(
  dependencies: Dependencies,
  handlers: OutboxHandlers,
): Promise<() => Promise<void>> {
  const running = new Set<Promise<void>>();
  let pass: Promise<void> | undefined;
  let isWoken = false;
  let isUnreadable = false;
  const ending = new AbortController();

  const wake = () => {
    isWoken = true;
    pass ??= claimAll().finally(() => (pass = undefined));
  };
  const stopListening = await dependencies.database.listen('outbox', wake, wake);
  const timer = setInterval(wake, idleMs);

  /** One pass at a time; a wake-up meanwhile makes it claim again. */
  async function claimAll(): Promise<void> {
    while (isWoken && !ending.signal.aborted && running.size < concurrency) {
      isWoken = false;
      const claimed = await claimEffects(dependencies, handlers, concurrency - running.size).catch(
        (error: unknown) => {
          // Logged once, not every second while the database is down or its disk is full.
          if (!isUnreadable)
            dependencies.log?.error(
              { err: error },
              'the outbox could not be read; it is tried again every second',
            );
          isUnreadable = true;
        },
      );
      if (claimed) isUnreadable = false;
      for (const effect of claimed ?? []) begin(deliver(dependencies, handlers, effect));
    }
  }

  function begin(delivery: Promise<void>): void {
    const run = delivery
      .catch((error: unknown) =>
        dependencies.log?.error({ err: error }, 'how a delivery went could not be noted; it comes again'),
      )
      .finally(() => {
        running.delete(run);
        // A slot is free, and more effects may be due.
        wake();
      });
    running.add(run);
  }

  return async () => {
    ending.abort();
    clearInterval(timer);
    await stopListening();
    await pass;
    await Promise.all(running);
  };
}
