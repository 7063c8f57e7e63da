import type { Dependencies } from '../../../context/dependencies.ts';
import { processEvents } from './process-events.ts';

/**
 * Processes stored payment events outside the requests that deliver them: one run at a time, and
 * another if events came meanwhile.
 */
export class PaymentEventWorker {
  readonly #dependencies: Dependencies;
  #running: Promise<void> | undefined;
  #isRequested = false;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Starts a run, or requests another one after the current run. */
  start(): void {
    this.#isRequested = true;
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
    });
  }

  /** Resolves when no run is active. */
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
