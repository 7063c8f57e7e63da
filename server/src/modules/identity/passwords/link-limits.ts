import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Settings } from '../../../core/settings.ts';
import { addressKey, take } from '../../../http/rate-limits.ts';

const hourSeconds = 3600;

/**
 * Letters with links asked for within an hour from one address on the network (reliability.md 5.4). What an e-mail gets is limited where
 * letters leave, and quietly (`may-mail-link.ts`): a refusal here would let anybody keep its owner from asking.
 */
export class LinkLimits {
  readonly #addresses: RateLimiterMemory;

  constructor(limits: Pick<Settings['limits'], 'linksPerAddress'>) {
    this.#addresses = new RateLimiterMemory({ points: limits.linksPerAddress, duration: hourSeconds });
  }

  /** Counts one, or refuses with `request.too_many`. */
  async count(ip: string): Promise<void> {
    await take(this.#addresses, addressKey(ip));
  }
}
