import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Settings } from '../../../core/settings.ts';
import { addressKey, take } from '../../../http/rate-limits.ts';

const windowSeconds = 15 * 60;

/**
 * Failed sign-ins within 15 minutes, per account and address, and per address (reliability.md 5.4). Every try is counted before
 * its password is hashed, so that no number of them at once passes the limit, and given back unless it fails. An account is
 * never closed to everyone: its owner has another address than who guesses.
 */
export class FailedSignIns {
  readonly #accounts: RateLimiterMemory;
  readonly #addresses: RateLimiterMemory;

  constructor(limits: Pick<Settings['limits'], 'signInFailuresPerAccount' | 'signInFailuresPerAddress'>) {
    this.#accounts = new RateLimiterMemory({ points: limits.signInFailuresPerAccount, duration: windowSeconds });
    this.#addresses = new RateLimiterMemory({ points: limits.signInFailuresPerAddress, duration: windowSeconds });
  }

  /** Counts a try, or refuses with `request.too_many`; the returned function takes it out of the count again. */
  async count(emailKey: string, ip: string): Promise<() => Promise<void>> {
    const address = addressKey(ip);
    const account = `${address} ${emailKey}`;
    await takeOrLeave(this.#accounts, account);
    await takeOrLeave(this.#addresses, address).catch(async (error: unknown) => {
      await giveBack(this.#accounts, account);
      throw error;
    });
    return async () => {
      await giveBack(this.#accounts, account);
      await giveBack(this.#addresses, address);
    };
  }
}

/** The limiter counts refused tries too; only hashed ones are failures. */
async function takeOrLeave(limiter: RateLimiterMemory, key: string): Promise<void> {
  await take(limiter, key).catch(async (error: unknown) => {
    await giveBack(limiter, key);
    throw error;
  });
}

/** Not below nothing: the window may have ended since the try was counted. */
async function giveBack(limiter: RateLimiterMemory, key: string): Promise<void> {
  const counted = await limiter.get(key);
  if (counted && counted.consumedPoints > 0) await limiter.reward(key);
}
