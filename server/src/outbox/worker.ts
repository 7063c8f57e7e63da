import { setTimeout as wait } from 'node:timers/promises';
import type { Dependencies } from '../context/dependencies.ts';
import { deliver } from './deliver.ts';
import { handleDueEvents } from './handle-events.ts';
import type { OutboxHandlers } from './handler.ts';
import { concurrency } from './retry-policy.ts';
import { Turns } from './turns.ts';

const idleMs = 1_000;

/**
 * Milliseconds between two polls for events: the first is handled immediately, and those that
 * follow are handled together.
 */
const restMs = 500;

/**
 * Starts the outbox worker, one in every server process. It turns an event into effects and
 * delivers an effect as soon as the transaction that wrote it commits, and a retry within a second
 * of its time. The returned function stops claiming and waits for running deliveries, ten seconds
 * at most.
 */
export async function startDelivery(
  dependencies: Dependencies,
  handlers: OutboxHandlers,
): Promise<() => Promise<void>> {
  const running = new Set<Promise<void>>();
  const ending = new AbortController();
  const turns = new Turns(dependencies, handlers);
  const [lookForEvents, lookForEffects] = [notedOnce(dependencies), notedOnce(dependencies)];

  const effects = new Passes(async () => {
    if (ending.signal.aborted || running.size >= concurrency) return;
    const claimed = await lookForEffects(() => turns.claim(concurrency - running.size));
    for (const effect of claimed ?? []) begin(deliver(dependencies, handlers, effect));
  });
  const events = new Passes(async () => {
    if (ending.signal.aborted) return;
    await lookForEvents(() => handleDueEvents(dependencies, handlers.events));
    await wait(restMs, undefined, { signal: ending.signal }).catch(() => undefined);
  });
  const wakeBoth = () => {
    events.wake();
    effects.wake();
  };
  const wake = (payload: string) => (payload === 'events' ? events : effects).wake();
  const stopListening = await dependencies.database.listen('outbox', wake, wakeBoth);
  const timer = setInterval(wakeBoth, idleMs);

  function begin(delivery: Promise<void>): void {
    const run = delivery
      .catch((error: unknown) =>
        dependencies.log?.error({ err: error }, 'how a delivery went could not be noted; it comes again'),
      )
      .finally(() => {
        running.delete(run);
        // A slot is free, and more effects may be due.
        effects.wake();
      });
    running.add(run);
  }

  return async () => {
    ending.abort();
    clearInterval(timer);
    await stopListening();
    await Promise.all([events.ended(), effects.ended()]);
    await Promise.all(running);
  };
}

/** Runs a pass when it is woken, one at a time; a wake-up during it causes another one. */
class Passes {
  readonly #pass: () => Promise<void>;
  #isWoken = false;
  #running: Promise<void> | undefined;

  constructor(pass: () => Promise<void>) {
    this.#pass = pass;
  }

  wake(): void {
    this.#isWoken = true;
    this.#running ??= this.#runAll().finally(() => (this.#running = undefined));
  }

  async ended(): Promise<void> {
    await this.#running;
  }

  async #runAll(): Promise<void> {
    while (this.#isWoken) {
      this.#isWoken = false;
      await this.#pass();
    }
  }
}

/**
 * Returns a function that calls `look` and returns undefined where that fails. A failure is logged
 * once, not every second while the database is down or its disk is full.
 */
function notedOnce({ log }: Dependencies): <T>(look: () => Promise<T>) => Promise<T | undefined> {
  let isUnreadable = false;
  return async (look) => {
    try {
      const seen = await look();
      isUnreadable = false;
      return seen;
    } catch (error) {
      if (!isUnreadable)
        log?.error({ err: error }, 'the outbox could not be read; it is tried again every second');
      isUnreadable = true;
      return undefined;
    }
  };
}
