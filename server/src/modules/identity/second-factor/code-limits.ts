import type { Dependencies } from '../../../context/dependencies.ts';
import type { SessionContext } from '../../../context/request-context.ts';
import { addressKey } from '../../../http/limits/rate-limits.ts';
import { SharedLimiter } from '../../../http/limits/shared-limiter.ts';

/**
 * Limits the codes that are tried: 15 a minute from one network address (reliability.md 5.4), and
 * ten wrong ones of a person in 15 minutes, since an attacker with the password can open many
 * sessions. Counted before a code is verified, so that concurrent ones cannot pass.
 */
export class CodeLimits {
  readonly #addresses: SharedLimiter;
  readonly #people: SharedLimiter;

  constructor(dependencies: Pick<Dependencies, 'database' | 'log' | 'metrics' | 'settings'>) {
    const { codesPerAddress, wrongCodesPerPerson } = dependencies.settings.limits;
    this.#addresses = new SharedLimiter(
      { name: 'codes_address', points: codesPerAddress, seconds: 60 },
      dependencies,
    );
    this.#people = new SharedLimiter(
      { name: 'codes_person', points: wrongCodesPerPerson, seconds: 15 * 60 },
      dependencies,
    );
  }

  async countAddress({ request }: SessionContext): Promise<void> {
    await this.#addresses.take(addressKey(request.ip));
  }

  /** Counts a code of the app. Returns a function that uncounts it. @throws `request.too_many`. */
  async countPerson({ caller }: SessionContext): Promise<() => Promise<void>> {
    return this.#people.take(caller.userId);
  }
}
