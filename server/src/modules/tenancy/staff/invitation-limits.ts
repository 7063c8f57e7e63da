import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Settings } from '../../../core/settings.ts';
import { take } from '../../../http/rate-limits.ts';
import { AppError } from '../../../core/app-error.ts';

const daySeconds = 86_400;

/**
 * Limits the invitations of one business within a day, and those of one business to one address (reliability.md 5.4). The emails to one
 * address from all businesses are limited when they are sent, without an error: a refusal here would let one business block the invitations
 * of another, and reveal them.
 */
export class InvitationLimits {
  readonly #tenants: RateLimiterMemory;
  readonly #addresses: RateLimiterMemory;

  constructor(limits: Pick<Settings['limits'], 'invitationsPerTenant' | 'invitationsPerAddress'>) {
    this.#tenants = new RateLimiterMemory({ points: limits.invitationsPerTenant, duration: daySeconds });
    this.#addresses = new RateLimiterMemory({ points: limits.invitationsPerAddress, duration: daySeconds });
  }

  /** Counts an invitation and runs `send`; uncounts it if that fails. @throws `staff.too_many_invitations`. */
  async within<T>(tenantId: string, emailKey: string, send: () => Promise<T>): Promise<T> {
    const uncount = await this.#count(tenantId, emailKey);
    return send().catch(async (error: unknown) => {
      await uncount();
      throw error;
    });
  }

  async #count(tenantId: string, emailKey: string): Promise<() => Promise<unknown>> {
    await takeOne(this.#tenants, tenantId);
    const key = `${tenantId} ${emailKey}`;
    await takeOne(this.#addresses, key).catch(async (error: unknown) => {
      await this.#tenants.reward(tenantId);
      throw error;
    });
    return () => Promise.all([this.#tenants.reward(tenantId), this.#addresses.reward(key)]);
  }
}

/** Counts one; a refused one is uncounted, since nothing is mailed. */
async function takeOne(limiter: RateLimiterMemory, key: string): Promise<void> {
  await take(limiter, key).catch(async (error: unknown) => {
    if (!(error instanceof AppError)) throw error;
    await limiter.reward(key);
    throw new AppError('staff.too_many_invitations', { retryAfter: error.retryAfter ?? daySeconds });
  });
}
