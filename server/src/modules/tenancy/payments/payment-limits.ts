import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Settings } from '../../../core/settings.ts';
import { addressKey, take } from '../../../http/rate-limits.ts';

/** Limits orders and verifications within a minute, separately, per network address (reliability.md 5.4). */
export class PaymentLimits {
  readonly #orders: RateLimiterMemory;
  readonly #proofs: RateLimiterMemory;

  constructor({ payments }: Pick<Settings['limits'], 'payments'>) {
    this.#orders = new RateLimiterMemory({ points: payments, duration: 60 });
    this.#proofs = new RateLimiterMemory({ points: payments, duration: 60 });
  }

  /** Counts one order. @throws `request.too_many`. */
  async countOrder(ip: string): Promise<void> {
    await take(this.#orders, addressKey(ip));
  }

  /** Counts one verification. @throws `request.too_many`. */
  async countProof(ip: string): Promise<void> {
    await take(this.#proofs, addressKey(ip));
  }
}
