import type { confirmEnrolment as endpoint } from '@samay/contract/identity/second-factor';
import type { ReplyOf } from '@samay/contract/core/endpoint';
import { asPlatform, type Tx } from '../../../db/tenant.ts';
import type { SessionContext } from '../../../context/request-context.ts';
import { AppError, assertThat } from '../../../core/app-error.ts';
import { decrypt, encrypt } from '../../../core/encryption.ts';
import type { AccessTokens } from '../../../http/access-token.ts';
import { auditPerson } from '../../audit/index.ts';
import { keepPending, lockFactor, markAssured, markVerified, replaceRecoveryCodes } from './queries.ts';
import { aboutFactor, hashOfRecoveryCode, newRecoveryCodes, newSecret, stepOf } from './codes.ts';
import { mailFactorNotice } from './email-templates.ts';
import type { CodeLimits } from './code-limits.ts';

/**
 * Generates a secret for the caller's authenticator app, in place of an unconfirmed one. @throws
 * `factor.exists` if a second factor is on: a stolen session must not replace the owner's phone
 * (reliability.md A11).
 */
export async function startEnrolment({
  caller,
  dependencies,
  now,
}: SessionContext): Promise<{ secret: string; uri: string }> {
  const { secret, uri } = await newSecret(caller.email);
  const encrypted = encrypt(dependencies.secrets, now, aboutFactor(caller.userId), secret);
  const pending = { user_id: caller.userId, encrypted_secret: encrypted, created_at: now };
  assertThat(await asPlatform(dependencies, (tx) => keepPending(tx, pending)), 'factor.exists');
  return { secret, uri };
}

/**
 * Turns the second factor on with the first code of the authenticator app. This session is aal2
 * from now on; the person's other sessions must enter a code. @throws `factor.missing` if no
 * enrolment was started, `factor.exists` if a factor is on, `factor.invalid_code`.
 */
export async function confirmEnrolment(
  context: SessionContext,
  code: string,
  tokens: AccessTokens,
  limits: CodeLimits,
): Promise<ReplyOf<typeof endpoint>> {
  const { caller, dependencies, now } = context;
  await limits.countAddress(context);
  const recoveryCodes = newRecoveryCodes();
  const hashes = recoveryCodes.map((recoveryCode) =>
    hashOfRecoveryCode(dependencies.secrets, now, caller.userId, recoveryCode),
  );
  const deviceHash = await asPlatform(dependencies, async (tx) => {
    await markVerified(tx, caller.userId, await firstStep(tx, context, code), now);
    await replaceRecoveryCodes(tx, caller.userId, hashes);
    await auditPerson(
      tx,
      context,
      { userId: caller.userId, tenantId: caller.tenant?.id ?? null },
      'factor.enabled',
      caller.userId,
    );
    await mailFactorNotice(tx, context, 'on');
    return markAssured(tx, caller.sessionId, now);
  });
  const token = await tokens.sign(
    { userId: caller.userId, sessionId: caller.sessionId, assurance: 'aal2', deviceHash },
    now,
  );
  return { recoveryCodes, token };
}

async function firstStep(
  tx: Tx,
  { caller, dependencies, now }: SessionContext,
  code: string,
): Promise<number> {
  const factor = await lockFactor(tx, caller.userId);
  if (!factor) throw new AppError('factor.missing');
  assertThat(!factor.verified_at, 'factor.exists');
  const step = await stepOf(
    decrypt(dependencies.secrets, aboutFactor(caller.userId), factor.encrypted_secret),
    code,
    now,
  );
  if (step === undefined)
    throw new AppError('factor.invalid_code', { fields: { code: 'This code is wrong' } });
  return step;
}
