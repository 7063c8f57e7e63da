import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Settings } from '../../../core/settings.ts';
import { take } from '../../../http/rate-limits.ts';
import { AppError } from '../../../core/app-error.ts';

const daySeconds = 86_400;

/**
 * Invitations made within a day by one business, and by one business for one address (reliability.md 5.4). What an address gets from all
 * businesses together is limited where letters leave, and quietly: a refusal here would let one business keep another from inviting
 * somebody, and tell that it tried.
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
    const key = `${tenantId} ${emailKey}`;
    await takeOne(this.#addresses, key).catch(async (error: unknown) => {
      await this.#tenants.reward(tenantId);
      throw error;
    });
    return () => Promise.all([this.#tenants.reward(tenantId), this.#addresses.reward(key)]);
  }
}

/** A refused try is not counted: it mailed nothing. */
async function takeOne(limiter: RateLimiterMemory, key: string): Promise<void> {
  await take(limiter, key).catch(async (error: unknown) => {
    if (!(error instanceof AppError)) throw error;
    await limiter.reward(key);
    throw new AppError('staff.too_many_invitations', { retryAfter: error.retryAfter ?? daySeconds });
  });
}
