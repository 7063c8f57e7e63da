import type { SecondFactor } from '@samay/contract/identity/second-factor';
import { readInOneMessageAsPlatform } from '../../../db/read-in-one-message.ts';
import { onlyRow } from '../../../db/transaction.ts';
import type { SessionContext } from '../../../context/request-context.ts';
import { countRecoveryCodes, readFactorSince } from './queries.ts';

/** Shows whether the caller has a second factor. An unconfirmed one counts as none. */
export async function showFactor({ caller, dependencies }: SessionContext): Promise<SecondFactor> {
  const isRequired = caller.role === 'SUPER_ADMIN' && !dependencies.settings.demo;
  const { userId } = caller;
  const { factor, codes } = await readInOneMessageAsPlatform(dependencies, {
    factor: readFactorSince({ userId }),
    codes: countRecoveryCodes({ userId }),
  });
  return {
    since: factor[0]?.verified_at?.toISOString() ?? null,
    recoveryCodesLeft: onlyRow(codes).count,
    isRequired,
  };
}
