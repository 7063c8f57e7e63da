import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Settings } from '../../../core/settings.ts';
import { addressKey, take } from '../../../http/rate-limits.ts';

const windowSeconds = 15 * 60;

/**
 * Limits failed sign-ins within 15 minutes, per account and network address, and per network address (reliability.md 5.4). An attempt is
 * counted before its password is hashed, so that concurrent attempts cannot pass the limit, and uncounted unless it fails. An account is
 * never locked for everybody: its owner signs in from another address than an attacker.
 */
export class SignInLimits {
  readonly #accounts: RateLimiterMemory;
  readonly #addresses: RateLimiterMemory;

  constructor(limits: Pick<Settings['limits'], 'signInFailuresPerAccount' | 'signInFailuresPerAddress'>) {
    this.#accounts = new RateLimiterMemory({ points: limits.signInFailuresPerAccount, duration: windowSeconds });
    this.#addresses = new RateLimiterMemory({ points: limits.signInFailuresPerAddress, duration: windowSeconds });
  }

  /** Counts an attempt. Returns a function that uncounts it. @throws `request.too_many`. */
  async count(emailKey: string, ip: string): Promise<() => Promise<void>> {
    const address = addressKey(ip);
    const account = `${address} ${emailKey}`;
    await takeOrUncount(this.#accounts, account);
    await takeOrUncount(this.#addresses, address).catch(async (error: unknown) => {
      await uncount(this.#accounts, account);
      throw error;
    });
    return async () => {
      await uncount(this.#accounts, account);
      await uncount(this.#addresses, address);
    };
  }
}

/** Uncounts a refused attempt: the limiter counts it too, but only hashed attempts are failures. */
async function takeOrUncount(limiter: RateLimiterMemory, key: string): Promise<void> {
  await take(limiter, key).catch(async (error: unknown) => {
    await uncount(limiter, key);
    throw error;
  });
}

/** Never below zero: the window may have ended since the attempt was counted. */
async function uncount(limiter: RateLimiterMemory, key: string): Promise<void> {
  const counted = await limiter.get(key);
  if (counted && counted.consumedPoints > 0) await limiter.reward(key);
}
