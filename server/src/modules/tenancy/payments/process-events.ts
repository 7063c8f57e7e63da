import { ProviderAway } from '../../../adapters/payments/port.ts';
import { asPlatform, platform } from '../../../db/tenant.ts';
import { run } from '../../../db/transaction.ts';
import type { Dependencies } from '../../../context/dependencies.ts';
import { applyPayment } from './apply-payment.ts';
import { markProcessed, readWaitingEvents } from './queries.ts';

const perRound = 50;

type JobDependencies = Pick<Dependencies, 'database' | 'settings' | 'clock' | 'payments' | 'log'>;

/**
 * Processes stored events, oldest first, after each webhook and by the payment job, which retries
 * those that an ended process left. Two concurrent runs are safe: the order is locked and fulfilled
 * once. Returns the number of processed events.
 */
export async function processEvents(dependencies: JobDependencies): Promise<number> {
  let count = 0;
  for (;;) {
    const waiting = await asPlatform(dependencies, (tx) =>
      run(tx, platform, readWaitingEvents({ most: perRound })),
    );
    const before = count;
    for (const event of waiting) if (await processEvent(dependencies, event)) count += 1;
    if (waiting.length < perRound || count === before) return count;
  }
}

/** Processes an event. Returns false if it failed: the event stays stored for a retry. */
async function processEvent(
  dependencies: JobDependencies,
  { event_id: eventId, body }: { event_id: string; body: string },
): Promise<boolean> {
  try {
    const outcome = await decideOutcome(dependencies, eventId, body);
    await asPlatform(dependencies, (tx) =>
      run(tx, platform, markProcessed(eventId, outcome, dependencies.clock())),
    );
    return true;
  } catch (error) {
    const fault = { err: error, eventId };
    dependencies.log?.error(fault, 'a payment event could not be acted on; it is tried again');
    return false;
  }
}

/** Returns the outcome in one word, for the event's row. */
async function decideOutcome(dependencies: JobDependencies, eventId: string, body: string): Promise<string> {
  const event = readEvent(dependencies, body);
  if (!event) return 'unreadable';
  const { payment } = event;
  if (!payment || payment.status !== 'captured') return 'ignored';
  const context = { now: dependencies.clock(), requestId: eventId };
  const applied = await applyPayment(dependencies, payment, context);
  if ('order' in applied) return applied.order.state;
  return 'unplaced' in applied ? applied.unplaced : applied.refused;
}

function readEvent({ payments }: Pick<Dependencies, 'payments'>, body: string) {
  try {
    return payments?.readEvent(body);
  } catch (error) {
    if (error instanceof ProviderAway) return undefined;
    throw error;
  }
}

/**
 * Processes events outside the requests that deliver them: one run at a time, and another if events
 * came during it.
 */
export class PaymentEventWorker {
  readonly #dependencies: Dependencies;
  #running: Promise<void> | undefined;
  #isRequested = false;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  start(): void {
    this.#isRequested = true;
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
    });
  }

  async stop(): Promise<void> {
    while (this.#running) await this.#running;
  }

  async #run(): Promise<void> {
    while (this.#isRequested) {
      this.#isRequested = false;
      await processEvents(this.#dependencies).catch((error: unknown) => {
        // The event stays stored; the payment job retries it.
        this.#dependencies.log?.error({ err: error }, 'acting on a payment event failed; it is tried again');
      });
    }
  }
}
