import type { ReplyOf } from '@samay/contract/core/endpoint';
import type { completeGoogleSignIn, GoogleReturn } from '@samay/contract/identity/google-sign-in';
import type { ProvenIdentity } from '../../../adapters/identity/port.ts';
import { asPlatform } from '../../../db/tenant.ts';
import type { AccessTokens } from '../../../http/access-token.ts';
import type { PublicContext } from '../../../context/request-context.ts';
import { clearCookie, readCookie } from '../../../http/cookies.ts';
import { orNotFound, AppError } from '../../../core/app-error.ts';
import { auditPerson } from '../../audit/index.ts';
import type { Admission } from '../people/admission.ts';
import { assertSameOrigin } from '../session/policy.ts';
import { openSession } from '../session/open-session.ts';
import { admitPerson } from './admit.ts';
import { challengeOf, hashesOf } from './attempt.ts';
import { toAppError } from './policy.ts';
import { takeAttempt } from './queries.ts';

/**
 * Completes a sign-in with Google's callback and opens a session. @throws `google.invalid_callback`
 * for an attempt that this browser did not start, that is older than ten minutes or was used
 * (reliability.md A13); `google.oauth_failed`, `google.unreachable` or `google.unverifiable` if
 * Google does not confirm it; and the errors of `admitPerson`. An error leaves neither a person nor
 * a session.
 */
export async function completeSignIn(
  context: PublicContext,
  answer: GoogleReturn,
  { tokens, admission }: { tokens: AccessTokens; admission: Admission },
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
  // Only now: a forged callback must not end the attempt of this browser.
  clearCookie(reply, dependencies.settings, 'oauth');
  const identity = await provider
    .complete(answer, challengeOf(attempt, dependencies.settings.publicUrl))
    .catch((error: unknown) => {
      throw toAppError(error, context, 'google.oauth_failed');
    });
  const userId = await admit(context, admission, identity);
  return {
    ...(await openSession(context, tokens, { userId, provenHash: undefined, rehashed: undefined, remember })),
    remember,
  };
}

/**
 * Admits the person; a rejection is audited in a transaction of its own, since the first one is
 * rolled back.
 */
async function admit(
  context: PublicContext,
  admission: Admission,
  identity: ProvenIdentity,
): Promise<string> {
  try {
    return await asPlatform(context.dependencies, (tx) => admitPerson({ tx, context, admission }, identity));
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
