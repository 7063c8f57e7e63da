import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Settings } from '../../../core/settings.ts';
import type { SessionContext } from '../../../context/request-context.ts';
import { addressKey, take } from '../../../http/rate-limits.ts';

const windowSeconds = 15 * 60;

/**
 * Limits the codes that are tried: 15 a minute from one network address (reliability.md 5.4), and ten wrong ones of a person in 15 minutes,
 * since an attacker with the password can open many sessions. Counted before a code is verified, so that concurrent ones cannot pass.
 */
export class CodeLimits {
  readonly #addresses: RateLimiterMemory;
  readonly #people: RateLimiterMemory;

  constructor({ codesPerAddress, wrongCodesPerPerson }: Pick<Settings['limits'], 'codesPerAddress' | 'wrongCodesPerPerson'>) {
    this.#addresses = new RateLimiterMemory({ points: codesPerAddress, duration: 60 });
    this.#people = new RateLimiterMemory({ points: wrongCodesPerPerson, duration: windowSeconds });
  }

  async countAddress({ request }: SessionContext): Promise<void> {
    await take(this.#addresses, addressKey(request.ip));
  }

  /** Counts a code of the app. Returns a function that uncounts it. @throws `request.too_many`. */
  async countPerson({ caller }: SessionContext): Promise<() => Promise<void>> {
    await take(this.#people, caller.userId);
    return async () => {
      // Never below zero: the window may have ended since the code was counted.
      const counted = await this.#people.get(caller.userId);
      if (counted && counted.consumedPoints > 0) await this.#people.reward(caller.userId);
    };
  }
}
