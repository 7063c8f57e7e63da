import type { Dependencies } from '../../../context/dependencies.ts';
import { processEvents } from './process-events.ts';

/** Acts on the events that are kept, apart from the requests that bring them: one round at a time, and again if more came meanwhile. */
export class EventWork {
  readonly #dependencies: Dependencies;
  #running: Promise<void> | undefined;
  #isAskedAgain = false;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  begin(): void {
    this.#isAskedAgain = true;
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
    });
  }

  /** Resolves when nothing is under way. */
  async settle(): Promise<void> {
    while (this.#running) await this.#running;
  }

  async #run(): Promise<void> {
    while (this.#isAskedAgain) {
      this.#isAskedAgain = false;
      await processEvents(this.#dependencies).catch((error: unknown) => {
        // It stays kept: upkeep takes it up again.
        this.#dependencies.log?.error({ err: error }, 'acting on a payment event failed; it is tried again');
      });
    }
  }
}
