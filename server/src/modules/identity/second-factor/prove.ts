import type { FactorProof } from '@samay/contract/identity/second-factor';
import { asPlatform, type Tx } from '../../../db/tenant.ts';
import type { SessionContext } from '../../../context/request-context.ts';
import { AppError } from '../../../core/app-error.ts';
import { auditPerson } from '../../audit/index.ts';
import { endSession } from '../session/end-session.ts';
import { mailFactorNotice } from './email-templates.ts';
import { countWrongCode, isLive, lockFactor } from './queries.ts';
import { checkCode } from './check-code.ts';
import type { CodeLimits } from './code-limits.ts';

/**
 * A session ends with its fifth wrong code in a row (reliability.md 5.4): an attacker must sign in
 * with the password again.
 */
const wrongCodesPerSession = 5;

type ProofResult = 'right' | 'wrong' | 'used' | 'missing' | 'ended';

/**
 * Verifies a code and runs `proven` in the transaction that marks it as used: a code counts once,
 * also for concurrent requests (reliability.md A11). The fifth wrong code in a row ends the
 * session. @throws `factor.invalid_code`, `factor.missing` without a factor, `request.too_many`,
 * `session.ended`.
 */
export async function prove<T>(
  context: SessionContext,
  limits: CodeLimits,
  proof: FactorProof,
  proven: (tx: Tx) => Promise<T>,
): Promise<T> {
  await limits.countAddress(context);
  const uncount = proof.code === undefined ? undefined : await limits.countPerson(context);
  const outcome = await asPlatform(context.dependencies, async (tx) => {
    const result = await verify(tx, context, proof);
    if (result === 'right') return { value: await proven(tx) };
    // A right code that was used before is a second submit, not a guess.
    return result === 'wrong' ? countWrong(tx, context) : result;
  });
  if (outcome !== 'wrong' && outcome !== 'ended') await uncount?.();
  if (typeof outcome === 'object') return outcome.value;
  // Thrown after the commit: the error must not roll back the count.
  if (outcome === 'ended') throw new AppError('session.ended');
  throw new AppError(
    outcome === 'missing' ? 'factor.missing' : 'factor.invalid_code',
    wrongField(proof, outcome),
  );
}

async function verify(
  tx: Tx,
  { caller, dependencies, now }: SessionContext,
  proof: FactorProof,
): Promise<ProofResult> {
  const factor = await lockFactor(tx, caller.userId);
  if (!factor?.verified_at) return 'missing';
  if (!(await isLive(tx, caller.sessionId))) return 'ended';
  return checkCode(tx, dependencies.secrets, factor, { proof, now });
}

async function countWrong(tx: Tx, context: SessionContext): Promise<'wrong' | 'ended'> {
  const { sessionId, userId, tenant } = context.caller;
  const isLast = (await countWrongCode(tx, sessionId)) >= wrongCodesPerSession;
  await auditPerson(tx, context, { userId, tenantId: tenant?.id ?? null }, 'session.code_refused', sessionId);
  if (!isLast) return 'wrong';
  await endSession(tx, context, sessionId, 'wrong_codes');
  await mailFactorNotice(tx, context, 'wrong_codes');
  return 'ended';
}

function wrongField({ code }: FactorProof, outcome: ProofResult) {
  if (outcome === 'missing') return {};
  const message = outcome === 'used' ? 'This code was already used' : 'This code is wrong';
  return { fields: { [code === undefined ? 'recoveryCode' : 'code']: message } };
}
