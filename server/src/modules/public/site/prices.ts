import type { Dependencies } from '../../../context/dependencies.ts';
import { readInOneMessageAsPlatform } from '../../../db/read-in-one-message.ts';
import { listPlanRows, type PlanRow } from '../../tenancy/index.ts';

const freshMs = 10_000;

/** Caches the plans for ten seconds, so that visitors cause at most six queries a minute. */
export class Prices {
  readonly #dependencies: Pick<Dependencies, 'database' | 'clock'>;
  #read: { readonly at: number; readonly plans: Promise<PlanRow[]> } | undefined;

  constructor(dependencies: Pick<Dependencies, 'database' | 'clock'>) {
    this.#dependencies = dependencies;
  }

  /**
   * Returns the plans, cheapest first. Rejects when the database is unavailable; the next call
   * tries again.
   */
  async plans(): Promise<PlanRow[]> {
    const now = this.#dependencies.clock().getTime();
    if (!this.#read || now - this.#read.at >= freshMs) {
      const plans = readInOneMessageAsPlatform(this.#dependencies, { plans: listPlanRows({}) }).then(
        (read) => read.plans,
      );
      this.#read = { at: now, plans };
      plans.catch(() => (this.#read = undefined));
    }
    return this.#read.plans;
  }
}
