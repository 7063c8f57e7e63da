import type { BodyOf, ReplyOf } from '@samay/contract/core/endpoint';
import type { ErrorCode } from '@samay/contract/core/errors';
import type {
  beginGoogleSignIn,
  completeGoogleSignIn,
  GoogleReturn,
} from '@samay/contract/identity/google-sign-in';
import { IdentityFailure, type ProvenIdentity } from '../../../adapters/identity/port.ts';
import { asPlatform, platform } from '../../../db/tenant.ts';
import { run } from '../../../db/transaction.ts';
import type { AccessTokens } from '../../../http/access-token.ts';
import type { PublicContext } from '../../../context/request-context.ts';
import { clearCookie, readCookie, setCookie } from '../../../http/cookies.ts';
import { orNotFound, AppError } from '../../../core/app-error.ts';
import { auditPerson } from '../../audit/index.ts';
import type { Admission } from '../people/admission.ts';
import { assertSameOrigin } from '../session/policy.ts';
import { openSession } from '../session/open-session.ts';
import { admitPerson } from './admit.ts';
import { attemptSeconds, makeChallenge, getHashes, newAttempt } from './attempt.ts';
import { deleteAttemptsBefore, insertAttempt, takeAttempt } from './queries.ts';

/**
 * Starts a sign-in with Google: returns the address to redirect to, and sets the cookie that ties
 * the callback to this browser. @throws `google.not_available`, `google.unreachable`,
 * `google.no_url` for a useless answer.
 */
export async function beginSignIn(
  context: PublicContext,
  { remember }: BodyOf<typeof beginGoogleSignIn>,
): Promise<ReplyOf<typeof beginGoogleSignIn>> {
  const { now, dependencies, reply, request } = context;
  const { identity, settings } = dependencies;
  assertSameOrigin(request, settings);
  const attempt = newAttempt();
  const url = await orNotFound(identity, 'google.not_available')
    .begin(makeChallenge(attempt, settings.publicUrl))
    .catch((error: unknown) => {
      throw toAppError(error, context, 'google.no_url');
    });
  await asPlatform(dependencies, async (tx) => {
    await run(tx, platform, deleteAttemptsBefore({ now }));
    const expiresAt = new Date(now.getTime() + attemptSeconds * 1000);
    await run(tx, platform, insertAttempt({ ...getHashes(attempt), remember, expires_at: expiresAt }));
  });
  setCookie(reply, settings, 'oauth', attempt.secret, attemptSeconds);
  return { url };
}

/**
 * Completes a sign-in with Google's callback and opens a session. @throws `google.invalid_callback`
 * for an attempt that is another browser's, expired or used (P-2.44); `google.oauth_failed`,
 * `google.unreachable` or `google.unverifiable` if Google does not confirm it; the errors of
 * `admitPerson`. An error leaves neither a person nor a session.
 */
export async function completeSignIn(
  context: PublicContext,
  answer: GoogleReturn,
  { tokens, admission }: { tokens: AccessTokens; admission: Admission },
): Promise<ReplyOf<typeof completeGoogleSignIn>> {
  const { now, dependencies, reply, request } = context;
  const { settings } = dependencies;
  assertSameOrigin(request, settings);
  const attempt = {
    state: answer.state,
    secret: orNotFound(readCookie(request, settings, 'oauth'), 'google.invalid_callback'),
  };
  const provider = orNotFound(dependencies.identity, 'google.not_available');
  const [taken] = await asPlatform(dependencies, (tx) =>
    run(tx, platform, takeAttempt({ ...getHashes(attempt), now })),
  );
  const { remember } = orNotFound(taken, 'google.invalid_callback');
  // Cleared only now: a forged callback must not end the attempt of this browser.
  clearCookie(reply, settings, 'oauth');
  const identity = await provider
    .complete(answer, makeChallenge(attempt, settings.publicUrl))
    .catch((error: unknown) => {
      throw toAppError(error, context, 'google.oauth_failed');
    });
  const userId = await admit(context, admission, identity);
  return { ...(await openSession(context, tokens, { userId, remember })), remember };
}

/** Admits the person. A refusal rolls the transaction back and is audited in another one. */
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

/**
 * Returns the error for a provider's failure and logs its cause; `refused` if the code was
 * rejected.
 */
function toAppError(error: unknown, { log }: PublicContext, refused: ErrorCode): unknown {
  if (!(error instanceof IdentityFailure)) return error;
  log.warn({ kind: error.kind, reason: error.message }, 'no identity');
  if (error.kind === 'unreachable') return new AppError('google.unreachable');
  if (error.kind === 'incomplete') return new AppError('google.invalid_callback');
  // A useless answer at the start means that there is no address to redirect to.
  return new AppError(
    error.kind === 'refused' || refused === 'google.no_url' ? refused : 'google.unverifiable',
  );
}
