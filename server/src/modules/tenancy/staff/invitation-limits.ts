import type { Dependencies } from '../../../context/dependencies.ts';
import { AppError } from '../../../core/app-error.ts';
import { SharedLimiter, takeAll } from '../../../http/limits/shared-limiter.ts';

const daySeconds = 86_400;

/**
 * Limits the invitations of a business within a day, and those to one address. Emails to an address
 * from all businesses are limited when they are sent, without an error: a refusal would let one
 * business block and reveal another's invitations.
 */
export class InvitationLimits {
  readonly #tenants: SharedLimiter;
  readonly #addresses: SharedLimiter;

  constructor(dependencies: Pick<Dependencies, 'database' | 'log' | 'metrics' | 'settings'>) {
    const { invitationsPerTenant, invitationsPerAddress } = dependencies.settings.limits;
    this.#tenants = new SharedLimiter(
      { name: 'invitations_business', points: invitationsPerTenant, seconds: daySeconds },
      dependencies,
    );
    this.#addresses = new SharedLimiter(
      { name: 'invitations_address', points: invitationsPerAddress, seconds: daySeconds },
      dependencies,
    );
  }

  /**
   * Counts an invitation and runs `send`; uncounts it if that fails. @throws
   * `staff.too_many_invitations`.
   */
  async within<T>(tenantId: string, emailKey: string, send: () => Promise<T>): Promise<T> {
    const uncount = await takeAll(
      [this.#tenants, tenantId],
      [this.#addresses, `${tenantId} ${emailKey}`],
    ).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      throw new AppError('staff.too_many_invitations', { retryAfter: error.retryAfter ?? daySeconds });
    });
    return send().catch(async (error: unknown) => {
      await uncount();
      throw error;
    });
  }
}
