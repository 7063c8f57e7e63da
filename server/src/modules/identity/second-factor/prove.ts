import type { FactorProof } from '@samay/contract/identity/second-factor';
import { asPlatform, type Tx } from '../../../db/tenant.ts';
import type { SessionContext } from '../../../context/request-context.ts';
import { AppError } from '../../../core/app-error.ts';
import { open } from '../../../core/encryption.ts';
import { auditPerson } from '../../audit/index.ts';
import { endSession } from '../session/end-session.ts';
import { tellOwner } from './email-templates.ts';
import { wrongCodesPerSession } from './policy.ts';
import { countWrongCode, isOpen, lockFactor, noteStep, useRecoveryCode } from './queries.ts';
import { hashOfRecoveryCode } from './recovery-code.ts';
import { stepOf } from './totp.ts';
import type { TriedCodes } from './tried-codes.ts';

type Judged = 'right' | 'wrong' | 'used' | 'missing' | 'ended';

/**
 * Does what is `proven`, in the transaction that uses the code up: each code counts once, however many bring it at once (reliability.md
 * A11). Refuses with `factor.invalid_code`, `factor.missing` where there is no factor, `request.too_many`, and ends the session
 * with its fifth wrong code in a row (`session.ended`).
 */
export async function prove<T>(context: SessionContext, tried: TriedCodes, proof: FactorProof, proven: (tx: Tx) => Promise<T>): Promise<T> {
  await tried.countAddress(context);
  const giveBack = proof.code === undefined ? undefined : await tried.countPerson(context);
  const outcome = await asPlatform(context.dependencies, async (tx) => {
    const judged = await judge(tx, context, proof);
    if (judged === 'right') return { value: await proven(tx) };
    // A code that was right a moment ago is a second press of the button, not a guess.
    return judged === 'wrong' ? noteWrong(tx, context) : judged;
  });
  if (outcome !== 'wrong' && outcome !== 'ended') await giveBack?.();
  if (typeof outcome === 'object') return outcome.value;
  // Refused after the commit: what was counted must not be rolled back with the refusal.
  if (outcome === 'ended') throw new AppError('session.ended');
  throw new AppError(outcome === 'missing' ? 'factor.missing' : 'factor.invalid_code', wrongField(proof, outcome));
}

async function judge(tx: Tx, { caller, dependencies, now }: SessionContext, { code, recoveryCode }: FactorProof): Promise<Judged> {
  const factor = await lockFactor(tx, caller.userId);
  if (!factor?.verified_at) return 'missing';
  if (!(await isOpen(tx, caller.sessionId))) return 'ended';
  if (recoveryCode !== undefined) {
    const hash = hashOfRecoveryCode(dependencies.secrets, caller.userId, recoveryCode);
    return (await useRecoveryCode(tx, caller.userId, hash, now)) ? 'right' : 'wrong';
  }
  const step = stepOf(open(dependencies.secrets, `totp ${caller.userId}`, factor.sealed_secret), code ?? '', now);
  if (step === undefined) return 'wrong';
  if (step <= factor.last_step) return 'used';
  await noteStep(tx, caller.userId, step);
  return 'right';
}

async function noteWrong(tx: Tx, context: SessionContext): Promise<'wrong' | 'ended'> {
  const { sessionId, userId, tenant } = context.caller;
  const isLast = (await countWrongCode(tx, sessionId)) >= wrongCodesPerSession;
  await auditPerson(tx, context, { userId, tenantId: tenant?.id ?? null }, 'session.code_refused', sessionId);
  if (!isLast) return 'wrong';
  await endSession(tx, context, sessionId, 'wrong_codes');
  await tellOwner(tx, context, 'wrong_codes');
  return 'ended';
}

function wrongField({ code }: FactorProof, outcome: Judged) {
  if (outcome === 'missing') return {};
  const message = outcome === 'used' ? 'This code was already used' : 'This code is wrong';
  return { fields: { [code === undefined ? 'recoveryCode' : 'code']: message } };
}
