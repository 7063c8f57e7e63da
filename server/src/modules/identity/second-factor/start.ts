import { asPlatform } from '../../../db/tenant.ts';
import type { SessionContext } from '../../../context/request-context.ts';
import { assertThat } from '../../../core/app-error.ts';
import { seal } from '../../../core/encryption.ts';
import { keepPending } from './queries.ts';
import { newSecret, uriOf } from './totp.ts';

/**
 * Generates a secret for the caller's authenticator app, in place of an unconfirmed one. @throws `factor.exists` if a second factor is on:
 * a stolen session must not replace the owner's phone (reliability.md A11).
 */
export async function startEnrolment({ caller, dependencies, now }: SessionContext): Promise<{ secret: string; uri: string }> {
  const secret = newSecret();
  const sealed = seal(dependencies.secrets, `totp ${caller.userId}`, secret);
  const pending = { user_id: caller.userId, sealed_secret: sealed, created_at: now };
  assertThat(await asPlatform(dependencies, (tx) => keepPending(tx, pending)), 'factor.exists');
  return { secret, uri: uriOf(secret, caller.email) };
}
