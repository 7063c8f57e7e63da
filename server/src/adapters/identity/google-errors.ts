import * as oidc from 'openid-client';
import { IdentityFailure } from './port.ts';

/** What an error of openid-client means for a person: try again later, begin again, or neither. */
export function failureOf(error: unknown): IdentityFailure {
  if (error instanceof IdentityFailure) return error;
  // The provider itself said no, in its protocol's words.
  if (error instanceof oidc.ResponseBodyError)
    return new IdentityFailure(error.status >= 500 ? 'unreachable' : 'refused', error.error, error);
  if (error instanceof oidc.AuthorizationResponseError) return new IdentityFailure('refused', error.error, error);
  const kind = statusIn(error) >= 500 || isConnectionFailure(error) ? 'unreachable' : 'unverifiable';
  return new IdentityFailure(kind, error instanceof Error ? error.message : String(error), error);
}

/** The status of an answer that is not one of this protocol: openid-client keeps the answer as the cause. */
function statusIn(error: unknown): number {
  for (let each = error; each instanceof Error; each = each.cause) if (each.cause instanceof Response) return each.cause.status;
  return 0;
}

/** No connection, or none in time: `fetch` throws a TypeError or the signal's reason. */
function isConnectionFailure(error: unknown): boolean {
  for (let each = error; each instanceof Error; each = each.cause) {
    if (each.name === 'TimeoutError' || each.name === 'AbortError' || each.message === 'fetch failed') return true;
  }
  return false;
}
