import { asPlatform } from '../../../db/tenant.ts';
import type { AccessTokens } from '../../../http/access-token.ts';
import type { PublicContext } from '../../../context/request-context.ts';
import { AppError } from '../../../core/app-error.ts';
import { authenticate } from './authenticate.ts';
import { endSession, endSessionOfCookie } from './end-session.ts';
import { clearSessionCookies } from './session-cookies.ts';
import { assertSameOrigin } from './policy.ts';

/**
 * Ends the session of the refresh cookie and that of the access token, and clears the cookies, also
 * if one of them is missing. @throws 403 for a request of another site.
 */
export async function signOutHere(context: PublicContext, tokens: AccessTokens): Promise<void> {
  assertSameOrigin(context.request, context.dependencies.settings);
  clearSessionCookies(context);
  context.reply.header('clear-site-data', '"cache"');
  const ofToken = await sessionOfToken(context, tokens);
  await asPlatform(context.dependencies, async (tx) => {
    await endSessionOfCookie(tx, context, 'signed_out');
    if (ofToken) await endSession(tx, context, ofToken, 'signed_out');
  });
}

/** Returns the session of a valid access token. */
async function sessionOfToken(
  { request, dependencies }: PublicContext,
  tokens: AccessTokens,
): Promise<string | undefined> {
  try {
    return (await authenticate(request, dependencies, tokens)).sessionId;
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}
