import type { ReplyOf } from '@samay/contract/core/endpoint';
import type { completeGoogleSignIn, GoogleReturn } from '@samay/contract/identity/google-sign-in';
import type { ProvenIdentity } from '../../../adapters/identity/port.ts';
import { asPlatform } from '../../../db/tenant.ts';
import type { AccessTokens } from '../../../http/access-token.ts';
import type { PublicContext } from '../../../context/request-context.ts';
import { clearCookie, readCookie } from '../../../http/cookies.ts';
import { orNotFound, AppError } from '../../../core/app-error.ts';
import { auditPerson } from '../../audit/index.ts';
import { assertSameOrigin } from '../session/policy.ts';
import { openSession } from '../session/open-session.ts';
import { admitPerson } from './admit.ts';
import { challengeOf, hashesOf } from './attempt.ts';
import { refusalOf } from './policy.ts';
import { takeAttempt } from './queries.ts';

/**
 * Opens a session with what Google sent this browser back with. Refuses with `google.invalid_callback` what this browser did not begin
 * within ten minutes or has used already (reliability.md A13), with `google.oauth_failed`, `google.unreachable` or `google.unverifiable`
 * where Google does not stand by it, and whom `admitPerson` refuses. A refusal leaves neither a person nor a session.
 */
export async function completeSignIn(
  context: PublicContext,
  answer: GoogleReturn,
  tokens: AccessTokens,
): Promise<ReplyOf<typeof completeGoogleSignIn>> {
  const { now, dependencies, reply, request } = context;
  assertSameOrigin(request, dependencies.settings);
  const attempt = {
    state: answer.state,
    secret: orNotFound(readCookie(request, dependencies.settings, 'oauth'), 'google.invalid_callback'),
  };
  const provider = orNotFound(dependencies.identity, 'google.not_available');
  const taken = await asPlatform(dependencies, (tx) => takeAttempt(tx, hashesOf(attempt), now));
  const { remember } = orNotFound(taken, 'google.invalid_callback');
  // Only now: an address that somebody else made up must not spoil what this browser has begun.
  clearCookie(reply, dependencies.settings, 'oauth');
  const identity = await provider.complete(answer, challengeOf(attempt, dependencies.settings.publicUrl)).catch((error: unknown) => {
    throw refusalOf(error, context, 'google.oauth_failed');
  });
  const userId = await admit(context, identity);
  return { ...(await openSession(context, tokens, { userId, provenHash: undefined, rehashed: undefined, remember })), remember };
}

async function admit(context: PublicContext, identity: ProvenIdentity): Promise<string> {
  try {
    return await asPlatform(context.dependencies, (tx) => admitPerson(tx, context, identity));
  } catch (error) {
    if (error instanceof AppError) {
      const nobody = { userId: null, tenantId: null };
      await asPlatform(context.dependencies, (tx) =>
        auditPerson(tx, context, nobody, 'session.refused', 'google', { because: error.code }),
      );
    }
    throw error;
  }
}
