import type { AccessToken, SignIn } from '@samay/contract/identity/session';
import { asPlatform } from '../../../db/tenant.ts';
import type { AccessTokens } from '../../../http/access-token.ts';
import type { PublicContext } from '../../../context/request-context.ts';
import { AppError } from '../../../core/app-error.ts';
import { auditPerson } from '../../audit/index.ts';
import { emailKey } from '../people/policy.ts';
import type { FailedSignIns } from './failed-sign-ins.ts';
import { openSession } from './open-session.ts';
import { hashPassword, verifyPassword } from './password.ts';
import { findPerson, type Person } from './queries.ts';

/**
 * Signs a person in with e-mail and password and gives this browser its cookies. An unknown address, a person without a
 * password and a wrong password get the same refusal, `session.invalid_credentials`, after the same work; too many of those get
 * `request.too_many`, and more sign-ins at once than the server hashes `server.unavailable` (reliability.md A7, A24).
 */
export async function signInWithPassword(
  context: PublicContext,
  { email, password, remember }: SignIn,
  tokens: AccessTokens,
  failures: FailedSignIns,
): Promise<AccessToken> {
  const key = emailKey(email);
  const giveBack = await failures.count(key, context.request.ip);
  const tried = await tryPassword(context, key, password).catch(async (error: unknown) => {
    await giveBack(); // nothing was learnt about the password
    throw error;
  });
  if (!tried.matches) {
    await auditRefused(context, tried.person);
    throw new AppError('session.invalid_credentials');
  }
  await giveBack();
  const rehashed = tried.outdated ? await hashPassword(password) : undefined;
  return openSession(context, tokens, { userId: tried.person.id, provenHash: tried.person.password_hash, rehashed, remember });
}

type Tried =
  | { readonly matches: true; readonly outdated: boolean; readonly person: Person }
  | { readonly matches: false; readonly person: Person | undefined };

async function tryPassword({ dependencies }: PublicContext, key: string, password: string): Promise<Tried> {
  const person = await asPlatform(dependencies, (tx) => findPerson(tx, key));
  const { matches, outdated } = await verifyPassword(password, person?.password_hash);
  return person && matches ? { matches, outdated, person } : { matches: false, person };
}

/** Who tried is not known; whose account it was is. */
async function auditRefused(context: PublicContext, person: Person | undefined): Promise<void> {
  const owner = { userId: null, tenantId: person?.tenant_id ?? null };
  await asPlatform(context.dependencies, (tx) => auditPerson(tx, context, owner, 'session.refused', person?.id ?? 'unknown'));
}
