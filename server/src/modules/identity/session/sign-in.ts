import type { AccessToken, SignIn } from '@samay/contract/identity/session';
import { asPlatform } from '../../../db/tenant.ts';
import type { AccessTokens } from '../../../http/access-token.ts';
import type { PublicContext } from '../../../context/request-context.ts';
import { AppError } from '../../../core/app-error.ts';
import { auditPerson } from '../../audit/index.ts';
import { emailKey } from '../people/policy.ts';
import type { SignInLimits } from './sign-in-limits.ts';
import { openSession } from './open-session.ts';
import { hashPassword, verifyPassword } from './password.ts';
import { findPerson, type Person } from './queries.ts';

/**
 * Signs a person in with email and password, and sets this browser's session cookies. @throws
 * `session.invalid_credentials`, the same after the same work, for an unknown address, a person
 * without a password and a wrong password; `request.too_many` for too many of those;
 * `server.unavailable` if too many passwords wait to be hashed (reliability.md A7, A24).
 */
export async function signInWithPassword(
  context: PublicContext,
  { email, password, remember }: SignIn,
  tokens: AccessTokens,
  limits: SignInLimits,
): Promise<AccessToken> {
  const key = emailKey(email);
  const uncount = await limits.count(key, context.request.ip);
  const checked = await checkPassword(context, key, password).catch(async (error: unknown) => {
    await uncount(); // the password was not checked
    throw error;
  });
  if (!checked.matches) {
    await auditFailedSignIn(context, checked.person);
    throw new AppError('session.invalid_credentials');
  }
  await uncount();
  const rehashed = checked.outdated ? await hashPassword(password) : undefined;
  return openSession(context, tokens, {
    userId: checked.person.id,
    provenHash: checked.person.password_hash,
    rehashed,
    remember,
  });
}

type Checked =
  | { readonly matches: true; readonly outdated: boolean; readonly person: Person }
  | { readonly matches: false; readonly person: Person | undefined };

async function checkPassword(
  { dependencies }: PublicContext,
  key: string,
  password: string,
): Promise<Checked> {
  const person = await asPlatform(dependencies, (tx) => findPerson(tx, key));
  const { matches, outdated } = await verifyPassword(password, person?.password_hash);
  return person && matches ? { matches, outdated, person } : { matches: false, person };
}

/** Audits a refused sign-in: the actor is unknown, the account may be known. */
async function auditFailedSignIn(context: PublicContext, person: Person | undefined): Promise<void> {
  const owner = { userId: null, tenantId: person?.tenant_id ?? null };
  await asPlatform(context.dependencies, (tx) =>
    auditPerson(tx, context, owner, 'session.refused', person?.id ?? 'unknown'),
  );
}
