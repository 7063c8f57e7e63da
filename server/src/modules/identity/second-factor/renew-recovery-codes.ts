import type { RecoveryCodes } from '@samay/contract/identity/second-factor';
import type { SessionContext } from '../../../context/request-context.ts';
import { auditPerson } from '../../audit/index.ts';
import { prove } from './prove.ts';
import { replaceRecoveryCodes } from './queries.ts';
import { hashOfRecoveryCode, newRecoveryCodes } from './codes.ts';
import type { CodeLimits } from './code-limits.ts';

/**
 * Replaces the recovery codes by ten new ones, which are shown only in this response. @throws the
 * errors of `prove`.
 */
export async function renewRecoveryCodes(
  context: SessionContext,
  code: string,
  limits: CodeLimits,
): Promise<RecoveryCodes> {
  const { userId, tenant } = context.caller;
  const recoveryCodes = newRecoveryCodes();
  const hashes = recoveryCodes.map((recoveryCode) =>
    hashOfRecoveryCode(context.dependencies.secrets, context.now, userId, recoveryCode),
  );
  await prove(context, limits, { code }, async (tx) => {
    await auditPerson(
      tx,
      context,
      { userId, tenantId: tenant?.id ?? null },
      'recovery_codes.renewed',
      userId,
    );
    await replaceRecoveryCodes(tx, userId, hashes);
  });
  return { recoveryCodes };
}
