import type { Dependencies } from '../../../context/dependencies.ts';
import { addressKey } from '../../../http/limits/rate-limits.ts';
import { SharedLimiter } from '../../../http/limits/shared-limiter.ts';

/**
 * Limits orders and verifications within a minute, separately, per network address (reliability.md
 * 5.4).
 */
export class PaymentLimits {
  readonly #orders: SharedLimiter;
  readonly #proofs: SharedLimiter;

  constructor(dependencies: Pick<Dependencies, 'database' | 'log' | 'metrics' | 'settings'>) {
    const points = dependencies.settings.limits.payments;
    this.#orders = new SharedLimiter({ name: 'payment_orders', points, seconds: 60 }, dependencies);
    this.#proofs = new SharedLimiter({ name: 'payment_proofs', points, seconds: 60 }, dependencies);
  }

  /** Counts one order. @throws `request.too_many`. */
  async countOrder(ip: string): Promise<void> {
    await this.#orders.take(addressKey(ip));
  }

  /** Counts one verification. @throws `request.too_many`. */
  async countProof(ip: string): Promise<void> {
    await this.#proofs.take(addressKey(ip));
  }
}
