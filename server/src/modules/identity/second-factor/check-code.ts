import type { FactorProof } from '@samay/contract/identity/second-factor';
import { decrypt } from '../../../core/encryption.ts';
import type { Secrets } from '../../../core/secrets.ts';
import type { Tx } from '../../../db/tenant.ts';
import { aboutFactor, hashesOfRecoveryCode, stepOf } from './codes.ts';
import { type Factor, listEncrypted, lockFactor, noteStep, spendRecoveryCode } from './queries.ts';

interface Given {
  readonly proof: FactorProof;
  readonly now: Date;
}

/**
 * Checks a code against a locked factor, and marks it as used. `used`: a right code that was used
 * before.
 */
export async function checkCode(
  tx: Tx,
  secrets: Secrets,
  { user_id: userId, encrypted_secret: encrypted, last_step: lastStep }: Factor,
  { proof: { code, recoveryCode }, now }: Given,
): Promise<'right' | 'wrong' | 'used'> {
  if (recoveryCode !== undefined) {
    const hashes = hashesOfRecoveryCode(secrets, userId, recoveryCode);
    return (await spendRecoveryCode(tx, userId, hashes, now)) ? 'right' : 'wrong';
  }
  const step = await stepOf(decrypt(secrets, aboutFactor(userId), encrypted), code ?? '', now);
  if (step === undefined) return 'wrong';
  if (step <= lastStep) return 'used';
  await noteStep(tx, userId, step);
  return 'right';
}

/**
 * Checks a code of a person who has no session here: a super admin who approves a command. The
 * caller limits the guesses.
 */
export async function checkProof(
  tx: Tx,
  secrets: Secrets,
  { userId, ...given }: Given & { readonly userId: string },
): Promise<'right' | 'wrong' | 'used' | 'missing'> {
  const factor = await lockFactor(tx, userId);
  return factor?.verified_at ? checkCode(tx, secrets, factor, given) : 'missing';
}

/** Whether the secrets open the stored second factors, of which some are tried. */
export async function opensFactors(tx: Tx, secrets: Secrets): Promise<boolean> {
  try {
    for (const { user_id: userId, encrypted_secret: encrypted } of await listEncrypted(tx))
      decrypt(secrets, aboutFactor(userId), encrypted);
    return true;
  } catch {
    return false;
  }
}
