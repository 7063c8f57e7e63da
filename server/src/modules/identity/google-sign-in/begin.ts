import type { BodyOf, ReplyOf } from '@samay/contract/core/endpoint';
import type { beginGoogleSignIn } from '@samay/contract/identity/google-sign-in';
import { asPlatform } from '../../../db/tenant.ts';
import type { PublicContext } from '../../../context/request-context.ts';
import { setCookie } from '../../../http/cookies.ts';
import { orNotFound } from '../../../core/app-error.ts';
import { assertSameOrigin } from '../session/policy.ts';
import { attemptSeconds, challengeOf, hashesOf, newAttempt } from './attempt.ts';
import { toAppError } from './policy.ts';
import { deleteAttemptsBefore, insertAttempt } from './queries.ts';

/**
 * Starts a sign-in with Google. Returns the address to redirect to, and sets the cookie that ties
 * the callback to this browser.
 * @throws `google.not_available` if Google is not set up, `google.unreachable` without an answer,
 *   `google.no_url` with a useless one.
 */
export async function beginSignIn(
  context: PublicContext,
  { remember }: BodyOf<typeof beginGoogleSignIn>,
): Promise<ReplyOf<typeof beginGoogleSignIn>> {
  const { now, dependencies, reply, request } = context;
  assertSameOrigin(request, dependencies.settings);
  const provider = orNotFound(dependencies.identity, 'google.not_available');
  const attempt = newAttempt();
  const url = await provider
    .begin(challengeOf(attempt, dependencies.settings.publicUrl))
    .catch((error: unknown) => {
      throw toAppError(error, context, 'google.no_url');
    });
  await asPlatform(dependencies, async (tx) => {
    await deleteAttemptsBefore(tx, now);
    await insertAttempt(tx, {
      ...hashesOf(attempt),
      remember,
      expires_at: new Date(now.getTime() + attemptSeconds * 1000),
    });
  });
  setCookie(reply, dependencies.settings, 'oauth', attempt.secret, attemptSeconds);
  return { url };
}
