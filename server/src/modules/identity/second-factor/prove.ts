import type { FactorProof } from '@samay/contract/identity/second-factor';
import type { Dependencies } from '../../../context/dependencies.ts';
import type { SessionContext } from '../../../context/request-context.ts';
import { AppError } from '../../../core/app-error.ts';
import { decrypt } from '../../../core/encryption.ts';
import type { Secrets } from '../../../core/secrets.ts';
import { asPlatform, platform, type Tx } from '../../../db/tenant.ts';
import { run, runTogether } from '../../../db/transaction.ts';
import { addressKey } from '../../../http/limits/rate-limits.ts';
import { SharedLimiter } from '../../../http/limits/shared-limiter.ts';
import { auditCaller } from '../../audit/index.ts';
import { endSession } from '../session/end-session.ts';
import { aboutFactor, hashesOfRecoveryCode, matchStep } from './codes.ts';
import { mailFactorNotice } from './email-templates.ts';
import {
  countWrongCode,
  type Factor,
  lockFactor,
  noteStep,
  readEncrypted,
  readLive,
  spendRecoveryCode,
} from './queries.ts';

/** The wrong codes in a row that end a session: an attacker must sign in again. */
const wrongCodesPerSession = 5;

/**
 * Limits codes: 15 a minute from an address, and ten wrong ones of a person in 15 minutes, since a
 * person with the password can open many sessions. Counted before a code is verified, so that
 * concurrent ones cannot pass.
 */
export class CodeLimits {
  readonly addresses: SharedLimiter;
  readonly people: SharedLimiter;

  constructor(dependencies: Pick<Dependencies, 'database' | 'log' | 'metrics' | 'settings'>) {
    const { codesPerAddress, wrongCodesPerPerson } = dependencies.settings.limits;
    const perAddress = { name: 'codes_address', points: codesPerAddress, seconds: 60 };
    const perPerson = { name: 'codes_person', points: wrongCodesPerPerson, seconds: 15 * 60 };
    this.addresses = new SharedLimiter(perAddress, dependencies);
    this.people = new SharedLimiter(perPerson, dependencies);
  }
}

type CodeResult = 'right' | 'wrong' | 'used';
type ProofResult = CodeResult | 'missing' | 'ended';

/**
 * Verifies a code and runs `proven` in the transaction that marks it as used: it counts once, also
 * for concurrent requests (T-3.3). @throws `factor.invalid_code`, `factor.missing`,
 * `request.too_many`, `session.ended` with the fifth wrong code in a row.
 */
export async function prove<T>(
  context: SessionContext,
  limits: CodeLimits,
  proof: FactorProof,
  proven: (tx: Tx) => Promise<T>,
): Promise<T> {
  await limits.addresses.take(addressKey(context.request.ip));
  const uncount = proof.code === undefined ? undefined : await limits.people.take(context.caller.userId);
  const outcome = await asPlatform(context.dependencies, async (tx) => {
    const result = await verify(tx, context, proof);
    if (result === 'right') return { value: await proven(tx) };
    // A used code is a second submit, not a guess.
    return result === 'wrong' ? countWrong(tx, context) : result;
  });
  if (outcome !== 'wrong' && outcome !== 'ended') await uncount?.();
  if (typeof outcome === 'object') return outcome.value;
  // Thrown after the commit: the error must not roll back the count.
  if (outcome === 'ended') throw new AppError('session.ended');
  if (outcome === 'missing') throw new AppError('factor.missing');
  const message = outcome === 'used' ? 'This code was already used' : 'This code is wrong';
  const field = proof.code === undefined ? 'recoveryCode' : 'code';
  throw new AppError('factor.invalid_code', { fields: { [field]: message } });
}

async function verify(
  tx: Tx,
  { caller, dependencies, now }: SessionContext,
  proof: FactorProof,
): Promise<ProofResult> {
  const {
    factors: [factor],
    live,
  } = await runTogether(tx, platform, {
    factors: lockFactor({ userId: caller.userId }),
    live: readLive({ sessionId: caller.sessionId }),
  });
  if (!factor?.verified_at) return 'missing';
  if (live.length === 0) return 'ended';
  return checkCode(tx, dependencies.secrets, factor, { proof, now });
}

async function countWrong(tx: Tx, context: SessionContext): Promise<'wrong' | 'ended'> {
  const { sessionId } = context.caller;
  const [counted] = await run(tx, platform, countWrongCode({ sessionId }));
  const isLast = (counted?.wrong_codes ?? 0) >= wrongCodesPerSession;
  await auditCaller(tx, context, 'session.code_refused', sessionId);
  if (!isLast) return 'wrong';
  await endSession(tx, context, sessionId, 'wrong_codes');
  await mailFactorNotice(tx, context, 'wrong_codes');
  return 'ended';
}

interface Given {
  readonly proof: FactorProof;
  readonly now: Date;
}

/** Checks a code against a locked factor, and marks it as used. */
async function checkCode(
  tx: Tx,
  secrets: Secrets,
  { user_id: userId, encrypted_secret: encrypted, last_step: lastStep }: Factor,
  { proof: { code, recoveryCode }, now }: Given,
): Promise<CodeResult> {
  if (recoveryCode !== undefined) {
    const hashes = hashesOfRecoveryCode(secrets, userId, recoveryCode);
    const spent = await run(tx, platform, spendRecoveryCode({ userId, hashes, now }));
    return spent.length === 1 ? 'right' : 'wrong';
  }
  const step = await matchStep(decrypt(secrets, aboutFactor(userId), encrypted), code ?? '', now);
  if (step === undefined) return 'wrong';
  if (step <= lastStep) return 'used';
  await run(tx, platform, noteStep(userId, step));
  return 'right';
}

/** Checks the code of a super admin who approves a command. The caller limits the guesses. */
export async function checkProof(
  tx: Tx,
  secrets: Secrets,
  { userId, ...given }: Given & { readonly userId: string },
): Promise<CodeResult | 'missing'> {
  const [factor] = await run(tx, platform, lockFactor({ userId }));
  return factor?.verified_at ? checkCode(tx, secrets, factor, given) : 'missing';
}

/** Tries some stored second factors with the secrets. */
export async function opensFactors(tx: Tx, secrets: Secrets): Promise<boolean> {
  try {
    for (const { user_id: userId, encrypted_secret: encrypted } of await run(tx, platform, readEncrypted({})))
      decrypt(secrets, aboutFactor(userId), encrypted);
    return true;
  } catch {
    return false;
  }
}
