import { readInOneMessageAsPlatform, writeInOneMessageAsPlatform } from '../db/read-in-one-message.ts';
import type { Dependencies } from '../context/dependencies.ts';
import type { OutboxHandlers } from './handler.ts';
import { type Effect, leaseDue, listDueBusinesses } from './queries.ts';
import { leaseMs, mostInTurn } from './retry-policy.ts';

/** Milliseconds after which businesses that have become due in the meantime join the round. */
const lookMs = 1_000;

/**
 * Claims due effects in rounds over businesses: each that has some gets a turn before any gets
 * another, so that ten effects of one do not wait behind fifty thousand of another. The businesses
 * are listed without a lock, and each business's effects are leased by a statement of their own, all
 * of a claim in one message (decision 0075).
 */
export class Turns {
  readonly #dependencies: Dependencies;
  readonly #kinds: readonly string[];
  /** The businesses of the round, the next first. */
  readonly #waiting = new Set<string>();
  #lookedAt = -Infinity;

  constructor(dependencies: Dependencies, handlers: OutboxHandlers) {
    this.#dependencies = dependencies;
    this.#kinds = Object.keys(handlers.effects);
  }

  /**
   * Claims at most `most` due effects of the kinds that have a handler, and of those whose time is
   * over. A claimed effect is leased, so that no other process takes it too.
   */
  async claim(most: number): Promise<Effect[]> {
    const claimed: Effect[] = [];
    if (performance.now() - this.#lookedAt >= lookMs) await this.#look();
    let hasLooked = false;
    while (claimed.length < most) {
      if (this.#waiting.size === 0) {
        if (hasLooked) break;
        hasLooked = true;
        await this.#look();
      }
      claimed.push(...(await this.#takeTurns(most - claimed.length)));
    }
    return claimed;
  }

  async #look(): Promise<void> {
    const now = this.#dependencies.clock();
    const { due } = await readInOneMessageAsPlatform(this.#dependencies, {
      due: listDueBusinesses({ kinds: this.#kinds, now }),
    });
    this.#lookedAt = performance.now();
    for (const { tenant_id: business } of due) this.#waiting.add(business);
  }

  /** Leases effects of the next businesses; one that may have more waits for its next turn. */
  async #takeTurns(most: number): Promise<Effect[]> {
    const businesses = [...this.#waiting].slice(0, most);
    if (businesses.length === 0) return [];
    const share = Math.min(mostInTurn, Math.floor(most / businesses.length));
    const now = this.#dependencies.clock();
    const leaseUntil = new Date(now.getTime() + leaseMs);
    const leases = businesses.map((business) => [
      business,
      leaseDue({ business, kinds: this.#kinds, now, leaseUntil, most: share }),
    ]);
    const leased: Record<string, Effect[]> = await writeInOneMessageAsPlatform(
      this.#dependencies,
      Object.fromEntries(leases),
    );
    for (const business of businesses) {
      this.#waiting.delete(business);
      if ((leased[business]?.length ?? 0) === share) this.#waiting.add(business);
    }
    return Object.values(leased).flat();
  }
}
