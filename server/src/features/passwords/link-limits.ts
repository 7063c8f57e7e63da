import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Settings } from '../../config.ts';
import { addressKey, take } from '../../http/limits.ts';
import { emailKey } from '../session/index.ts';

const hourSeconds = 3600;

/**
 * Letters with links within an hour, per e-mail and per address asked from (reliability.md 5.4). Both count whether the e-mail has an account
 * or not, so that a refusal tells nothing.
 */
export class LinkLimits {
  readonly #emails: RateLimiterMemory;
  readonly #addresses: RateLimiterMemory;

  constructor(limits: Pick<Settings['limits'], 'linksPerEmail' | 'linksPerAddress'>) {
    this.#emails = new RateLimiterMemory({ points: limits.linksPerEmail, duration: hourSeconds });
    this.#addresses = new RateLimiterMemory({ points: limits.linksPerAddress, duration: hourSeconds });
  }

  /** Counts one, or refuses with `request.too_many`. */
  async count(email: string, ip: string): Promise<void> {
    await take(this.#addresses, addressKey(ip));
    await take(this.#emails, emailKey(email));
  }
}
