import type { confirmEnrolment as endpoint } from '@samay/contract/identity/second-factor';
import type { ReplyOf } from '@samay/contract/core/endpoint';
import { asPlatform, platform, type Tx } from '../../../db/tenant.ts';
import { onlyRow, run } from '../../../db/transaction.ts';
import type { SessionContext } from '../../../context/request-context.ts';
import { AppError, assertThat, orNotFound } from '../../../core/app-error.ts';
import { decrypt, encrypt } from '../../../core/encryption.ts';
import type { AccessTokens } from '../../../http/access-token.ts';
import { addressKey } from '../../../http/limits/rate-limits.ts';
import { auditCaller } from '../../audit/index.ts';
import { keepPending, lockFactor, markAssured, markVerified, replaceRecoveryCodes } from './queries.ts';
import { aboutFactor, newHashedCodes, newSecret, matchStep } from './codes.ts';
import { mailFactorNotice } from './email-templates.ts';
import type { CodeLimits } from './prove.ts';

/**
 * Generates a secret in place of an unconfirmed one. @throws `factor.exists`: a stolen session must
 * not replace the owner's phone (T-3.3).
 */
export async function startEnrolment({
  caller,
  dependencies,
  now,
}: SessionContext): Promise<{ secret: string; uri: string }> {
  const { secret, uri } = await newSecret(caller.email);
  const encrypted = encrypt(dependencies.secrets, aboutFactor(caller.userId), secret);
  const pending = { user_id: caller.userId, encrypted_secret: encrypted, created_at: now };
  const kept = await asPlatform(dependencies, (tx) => run(tx, platform, keepPending(pending)));
  assertThat(kept.length > 0, 'factor.exists');
  return { secret, uri };
}

/**
 * Turns the second factor on with a first code. This session is aal2 from now on; others must enter
 * a code. @throws `factor.missing`, `factor.exists`, `factor.invalid_code`.
 */
export async function confirmEnrolment(
  context: SessionContext,
  code: string,
  tokens: AccessTokens,
  limits: CodeLimits,
): Promise<ReplyOf<typeof endpoint>> {
  const { caller, dependencies, now } = context;
  const { userId, sessionId } = caller;
  await limits.addresses.take(addressKey(context.request.ip));
  const { codes, hashes } = newHashedCodes(dependencies.secrets, userId);
  const { device_hash: deviceHash } = await asPlatform(dependencies, async (tx) => {
    const step = await firstStep(tx, context, code);
    await run(tx, platform, markVerified(userId, step, now));
    await replaceRecoveryCodes(tx, userId, hashes);
    await auditCaller(tx, context, 'factor.enabled', userId);
    await mailFactorNotice(tx, context, 'on');
    return onlyRow(await run(tx, platform, markAssured({ sessionId, now })));
  });
  const token = await tokens.sign({ userId, sessionId, assurance: 'aal2', deviceHash }, now);
  return { recoveryCodes: codes, token };
}

async function firstStep(
  tx: Tx,
  { caller: { userId }, dependencies, now }: SessionContext,
  code: string,
): Promise<number> {
  const [locked] = await run(tx, platform, lockFactor({ userId }));
  const factor = orNotFound(locked, 'factor.missing');
  assertThat(!factor.verified_at, 'factor.exists');
  const secret = decrypt(dependencies.secrets, aboutFactor(userId), factor.encrypted_secret);
  const step = await matchStep(secret, code, now);
  if (step === undefined)
    throw new AppError('factor.invalid_code', { fields: { code: 'This code is wrong' } });
  return step;
}
