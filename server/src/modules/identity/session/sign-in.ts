import type { AccessToken, SignIn } from '@samay/contract/identity/session';
import { asPlatform } from '../../../db/tenant.ts';
import type { AccessTokens } from '../../../http/access-token.ts';
import type { PublicContext } from '../../../context/request-context.ts';
import { AppError } from '../../../core/app-error.ts';
import { auditPerson } from '../../audit/index.ts';
import { emailKey } from '../people/policy.ts';
import { findPerson } from '../people/queries.ts';
import type { SignInLimits } from './sign-in-limits.ts';
import { openSession } from './open-session.ts';
import { hashPassword, verifyPassword } from './password.ts';

/**
 * Signs a person in, and sets this browser's session cookies. @throws
 * `session.invalid_credentials`, with equal work for an unknown address, a person without password
 * and a wrong one; `request.too_many`; `server.unavailable` (P-2.2).
 */
export async function signInWithPassword(
  context: PublicContext,
  { email, password, remember }: SignIn,
  tokens: AccessTokens,
  limits: SignInLimits,
): Promise<AccessToken> {
  const key = emailKey(email);
  const uncount = await limits.count(key, context.request.ip);
  const { person, matches, outdated } = await checkPassword(context, key, password).catch(
    async (error: unknown) => {
      await uncount(); // the password was not checked
      throw error;
    },
  );
  if (!person || !matches) {
    // The actor is unknown, the account may be known.
    const owner = { userId: null, tenantId: person?.tenant_id ?? null };
    await asPlatform(context.dependencies, (tx) =>
      auditPerson(tx, context, owner, 'session.refused', person?.id ?? 'unknown'),
    );
    throw new AppError('session.invalid_credentials');
  }
  await uncount();
  const rehashed = outdated ? await hashPassword(password) : undefined;
  return openSession(context, tokens, {
    userId: person.id,
    remember,
    password: { provenHash: person.password_hash, rehashed },
  });
}

async function checkPassword({ dependencies }: PublicContext, key: string, password: string) {
  const person = await asPlatform(dependencies, (tx) => findPerson(tx, key));
  return { person, ...(await verifyPassword(password, person?.password_hash)) };
}
