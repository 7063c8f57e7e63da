import type { SessionContext } from '../../../context/request-context.ts';
import { AppError } from '../../../core/app-error.ts';
import { readInOneMessageAsPlatform } from '../../../db/read-in-one-message.ts';
import { verifyPassword } from '../session/password.ts';
import { readAccountToDelete } from './queries.ts';

/**
 * Asserts that the caller gave their password. Users with a second factor, which asks a code, and users who
 * sign in with Google alone are not asked. @throws `account.password_needed`,
 * `account.wrong_password`
 */
export async function assertOwnPassword(
  context: SessionContext,
  password: string | undefined,
): Promise<void> {
  if (context.caller.hasFactor) return;
  const hash = await readHash(context);
  if (hash === null) return;
  if (password === undefined) throw new AppError('account.password_needed', { field: 'password' });
  if (!(await verifyPassword(password, hash)).matches)
    throw new AppError('account.wrong_password', { field: 'password' });
}

/** Reads the hash of the caller's password; null where they sign in with Google alone. */
async function readHash({ dependencies, caller }: SessionContext): Promise<string | null> {
  const { found } = await readInOneMessageAsPlatform(dependencies, {
    found: readAccountToDelete({ userId: caller.userId }),
  });
  return found[0]?.passwordHash ?? null;
}
