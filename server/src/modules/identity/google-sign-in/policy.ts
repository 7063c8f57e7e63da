import type { ErrorCode } from '@samay/contract/core/errors';
import { IdentityFailure, type ProvenIdentity } from '../../../adapters/identity/port.ts';
import type { PublicContext } from '../../../context/request-context.ts';
import { AppError } from '../../../core/app-error.ts';
import { emailKey } from '../people/policy.ts';

/**
 * The key of the address that the provider has verified; undefined if it has verified none. An
 * address that NFKC changes is not accepted: it is another mailbox than it appears to be
 * (reliability.md A6).
 */
export function provenKey({ email, emailVerified }: ProvenIdentity): string | undefined {
  if (!emailVerified || email === undefined) return undefined;
  const isItself = email === email.normalize('NFKC') && email === email.trim();
  return isItself ? emailKey(email) : undefined;
}

/**
 * The error that a person gets for a provider's failure, `refused` if the provider rejected the
 * code. Logs the cause.
 */
export function toAppError(error: unknown, { log }: PublicContext, refused: ErrorCode): unknown {
  if (!(error instanceof IdentityFailure)) return error;
  log.warn({ kind: error.kind, reason: error.message }, 'no identity');
  if (error.kind === 'unreachable') return new AppError('google.unreachable');
  if (error.kind === 'incomplete') return new AppError('google.invalid_callback');
  // While a sign-in starts, a useless answer means that there is no address to redirect to.
  return new AppError(
    error.kind === 'refused' || refused === 'google.no_url' ? refused : 'google.unverifiable',
  );
}
