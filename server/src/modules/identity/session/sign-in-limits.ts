import type { Dependencies } from '../../../context/dependencies.ts';
import { addressKey } from '../../../http/limits/rate-limits.ts';
import { SharedLimiter, takeAll } from '../../../http/limits/shared-limiter.ts';

const seconds = 15 * 60;

/**
 * Limits failed sign-ins within 15 minutes, per account and address, and per address. Counted
 * before the password is hashed, so that concurrent attempts cannot pass, and uncounted unless it
 * fails. An account is never locked for all addresses: its owner signs in from another address than
 * an attacker.
 */
export class SignInLimits {
  readonly #accounts: SharedLimiter;
  readonly #addresses: SharedLimiter;

  constructor(dependencies: Pick<Dependencies, 'database' | 'log' | 'metrics' | 'settings'>) {
    const { signInFailuresPerAccount, signInFailuresPerAddress } = dependencies.settings.limits;
    this.#accounts = new SharedLimiter(
      { name: 'sign_in_account', points: signInFailuresPerAccount, seconds },
      dependencies,
    );
    this.#addresses = new SharedLimiter(
      { name: 'sign_in_address', points: signInFailuresPerAddress, seconds },
      dependencies,
    );
  }

  /** Counts an attempt, and returns a function that uncounts it. @throws `request.too_many`. */
  async count(emailKey: string, ip: string): Promise<() => Promise<void>> {
    const address = addressKey(ip);
    return takeAll([this.#accounts, `${address} ${emailKey}`], [this.#addresses, address]);
  }
}
