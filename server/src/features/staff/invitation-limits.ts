import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Settings } from '../../config.ts';
import { take } from '../../http/limits.ts';
import { Refusal } from '../../refusal.ts';

const daySeconds = 86_400;

/**
 * Invitations mailed within a day, per business and per address over all businesses, so that nobody's inbox is filled by
 * strangers (reliability.md 5.4).
 */
export class InvitationLimits {
  readonly #tenants: RateLimiterMemory;
  readonly #addresses: RateLimiterMemory;

  constructor(limits: Pick<Settings['limits'], 'invitationsPerTenant' | 'invitationsPerAddress'>) {
    this.#tenants = new RateLimiterMemory({ points: limits.invitationsPerTenant, duration: daySeconds });
    this.#addresses = new RateLimiterMemory({ points: limits.invitationsPerAddress, duration: daySeconds });
  }

  /** Counts what is to be mailed by `send` and gives it back when that fails. Refuses with `staff.too_many_invitations`. */
  async within<T>(tenantId: string, emailKey: string, send: () => Promise<T>): Promise<T> {
    const giveBack = await this.#count(tenantId, emailKey);
    return send().catch(async (error: unknown) => {
      await giveBack();
      throw error;
    });
  }

  async #count(tenantId: string, emailKey: string): Promise<() => Promise<unknown>> {
    await takeOne(this.#tenants, tenantId);
    await takeOne(this.#addresses, emailKey).catch(async (error: unknown) => {
      await this.#tenants.reward(tenantId);
      throw error;
    });
    return () => Promise.all([this.#tenants.reward(tenantId), this.#addresses.reward(emailKey)]);
  }
}

/** A refused try is not counted: it mailed nothing. */
async function takeOne(limiter: RateLimiterMemory, key: string): Promise<void> {
  await take(limiter, key).catch(async (error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
    await limiter.reward(key);
    throw new Refusal('staff.too_many_invitations', { retryAfter: error.retryAfter ?? daySeconds });
  });
}
