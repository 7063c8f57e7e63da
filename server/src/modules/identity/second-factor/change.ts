import type { FactorProof, RecoveryCodes, SecondFactor } from '@samay/contract/identity/second-factor';
import type { AccessToken } from '@samay/contract/identity/session';
import { readInOneMessageAsPlatform } from '../../../db/read-in-one-message.ts';
import { onlyRow, run } from '../../../db/transaction.ts';
import { platform, type Tx } from '../../../db/tenant.ts';
import type { AccessTokens } from '../../../http/access-token.ts';
import type { SessionContext } from '../../../context/request-context.ts';
import { auditCaller } from '../../audit/index.ts';
import { mailFactorNotice, type Notified } from './email-templates.ts';
import { newHashedCodes } from './codes.ts';
import { type CodeLimits, prove } from './prove.ts';
import {
  countRecoveryCodes,
  deleteFactor,
  markAssured,
  readFactorSince,
  replaceRecoveryCodes,
} from './queries.ts';

/** Shows the caller's second factor. An unconfirmed one is left out. */
export async function showFactor({ caller, dependencies }: SessionContext): Promise<SecondFactor> {
  const { userId } = caller;
  const { factor, codes } = await readInOneMessageAsPlatform(dependencies, {
    factor: readFactorSince({ userId }),
    codes: countRecoveryCodes({ userId }),
  });
  return {
    since: factor[0]?.verified_at?.toISOString() ?? null,
    recoveryCodesLeft: onlyRow(codes).count,
    isRequired: caller.role === 'SUPER_ADMIN' && !dependencies.settings.demo,
  };
}

/** Raises this session to aal2 with a code, or renews its proof. @throws the errors of `prove`. */
export async function raiseAssurance(
  context: SessionContext,
  proof: FactorProof,
  tokens: AccessTokens,
  limits: CodeLimits,
): Promise<AccessToken> {
  const { userId, sessionId } = context.caller;
  const by = proof.code === undefined ? 'recovery_code' : 'code';
  const { device_hash: deviceHash } = await prove(context, limits, proof, async (tx) => {
    await auditCaller(tx, context, 'session.assured', sessionId, { by });
    if (by === 'recovery_code') await mailFactorNotice(tx, context, 'recovery_code');
    return onlyRow(await run(tx, platform, markAssured({ sessionId, now: context.now })));
  });
  return tokens.sign({ userId, sessionId, assurance: 'aal2', deviceHash }, context.now);
}

/** Replaces the recovery codes; the new ones are in this reply only. @throws the errors of `prove`. */
export async function renewRecoveryCodes(
  context: SessionContext,
  code: string,
  limits: CodeLimits,
): Promise<RecoveryCodes> {
  const { userId } = context.caller;
  const { codes, hashes } = newHashedCodes(context.dependencies.secrets, userId);
  await prove(context, limits, { code }, async (tx) => {
    await auditCaller(tx, context, 'recovery_codes.renewed', userId);
    await replaceRecoveryCodes(tx, userId, hashes);
  });
  return { recoveryCodes: codes };
}

/** Turns the second factor off. @throws the errors of `prove`. */
export async function removeFactor(
  context: SessionContext,
  proof: FactorProof,
  limits: CodeLimits,
): Promise<void> {
  const { userId } = context.caller;
  await prove(context, limits, proof, async (tx) => {
    await auditCaller(tx, context, 'factor.disabled', userId);
    await deleteFactor(tx, userId);
    await mailFactorNotice(tx, context, 'off');
  });
}

/** Removes another person's second factor and informs them. The caller audits it. */
export async function takeFactorAway(
  tx: Tx,
  { now, dependencies }: Omit<Notified, 'caller'>,
  person: { readonly id: string; readonly email: string },
): Promise<void> {
  await deleteFactor(tx, person.id);
  await mailFactorNotice(tx, { caller: person, now, dependencies }, 'taken_away');
}
