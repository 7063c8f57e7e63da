import type { SecondFactor } from '@samay/contract/identity/second-factor';
import { asPlatform } from '../../../db/tenant.ts';
import type { SessionContext } from '../../../context/request-context.ts';
import { countRecoveryCodes, findFactor } from './queries.ts';

/** Shows whether the caller has a second factor. An unconfirmed one counts as none. */
export async function showFactor({ caller, dependencies }: SessionContext): Promise<SecondFactor> {
  const isRequired = caller.role === 'SUPER_ADMIN' && !dependencies.settings.demo;
  return asPlatform(dependencies, async (tx) => {
    const factor = await findFactor(tx, caller.userId);
    return {
      since: factor?.verified_at?.toISOString() ?? null,
      recoveryCodesLeft: await countRecoveryCodes(tx, caller.userId),
      isRequired,
    };
  });
}
