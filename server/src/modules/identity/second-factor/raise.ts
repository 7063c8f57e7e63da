import type { FactorProof } from '@samay/contract/identity/second-factor';
import type { AccessToken } from '@samay/contract/identity/session';
import type { AccessTokens } from '../../../http/access-token.ts';
import type { SessionContext } from '../../../context/request-context.ts';
import { auditPerson } from '../../audit/index.ts';
import { mailFactorNotice } from './email-templates.ts';
import { prove } from './prove.ts';
import { markAssured } from './queries.ts';
import type { CodeLimits } from './code-limits.ts';

/**
 * Raises this session to aal2 with a code, or renews its proof, and issues an access token with it.
 * @throws the errors of `prove`.
 */
export async function raiseAssurance(
  context: SessionContext,
  proof: FactorProof,
  tokens: AccessTokens,
  limits: CodeLimits,
): Promise<AccessToken> {
  const { caller, now } = context;
  const by = proof.code === undefined ? 'recovery_code' : 'code';
  const deviceHash = await prove(context, limits, proof, async (tx) => {
    const owner = { userId: caller.userId, tenantId: caller.tenant?.id ?? null };
    await auditPerson(tx, context, owner, 'session.assured', caller.sessionId, { by });
    if (by === 'recovery_code') await mailFactorNotice(tx, context, 'recovery_code');
    return markAssured(tx, caller.sessionId, now);
  });
  return tokens.sign(
    { userId: caller.userId, sessionId: caller.sessionId, assurance: 'aal2', deviceHash },
    now,
  );
}
