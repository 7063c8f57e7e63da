import type { ErrorCode } from '@samay/contract/core/errors';
import { IdentityFailure, type ProvenIdentity } from '../../../adapters/identity/port.ts';
import type { PublicContext } from '../../../context/request-context.ts';
import { AppError } from '../../../core/app-error.ts';
import { emailKey } from '../people/policy.ts';

/**
 * The key of the address that a provider has proven; undefined where it has proven none. An address that NFKC would turn into another
 * one is another one: its mailbox is not that of the address it looks like (reliability.md A6).
 */
export function provenKey({ email, emailVerified }: ProvenIdentity): string | undefined {
  if (!emailVerified || email === undefined) return undefined;
  const isItself = email === email.normalize('NFKC') && email === email.trim();
  return isItself ? emailKey(email) : undefined;
}

/** What to tell a person about a provider's failure, `refused` where it turned the code down; what went wrong is for the log. */
export function refusalOf(error: unknown, { log }: PublicContext, refused: ErrorCode): unknown {
  if (!(error instanceof IdentityFailure)) return error;
  log.warn({ kind: error.kind, reason: error.message }, 'no identity');
  if (error.kind === 'unreachable') return new AppError('google.unreachable');
  // While a sign-in begins, a useless answer means no address to go to.
  return new AppError(error.kind === 'refused' || refused === 'google.no_url' ? refused : 'google.unverifiable');
}
