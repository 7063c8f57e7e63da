import { asPlatform } from '../../../db/tenant.ts';
import type { AccessTokens } from '../../../http/access-token.ts';
import { authenticate } from '../../../http/authenticate.ts';
import type { PublicContext } from '../../../context/request-context.ts';
import { AppError } from '../../../core/app-error.ts';
import { endSession, endSessionOfCookie } from './end-session.ts';
import { takeCookies } from './session-cookies.ts';
import { assertSameOrigin } from './policy.ts';

/**
 * Ends the session of the refresh cookie and that of the access token, whichever came along, and takes the cookies away even
 * when neither did. Refuses only what another site sends, with 403.
 */
export async function signOutHere(context: PublicContext, tokens: AccessTokens): Promise<void> {
  assertSameOrigin(context.request, context.dependencies.settings);
  takeCookies(context);
  context.reply.header('clear-site-data', '"cache"');
  const ofToken = await sessionOfToken(context, tokens);
  await asPlatform(context.dependencies, async (tx) => {
    await endSessionOfCookie(tx, context, 'signed_out');
    if (ofToken) await endSession(tx, context, ofToken, 'signed_out');
  });
}

/** Undefined where the token is missing or would be refused: there is then nothing left to end. */
async function sessionOfToken({ request, dependencies }: PublicContext, tokens: AccessTokens): Promise<string | undefined> {
  return authenticate(request, dependencies, tokens).then(
    ({ sessionId }) => sessionId,
    (error: unknown) => {
      if (error instanceof AppError) return undefined;
      throw error;
    },
  );
}
