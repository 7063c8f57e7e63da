import * as oidc from 'openid-client';
import { IdentityFailure } from './port.ts';

/**
 * Maps an error of openid-client to a failure that the person can retry later, has to start again,
 * or cannot solve.
 */
export function getFailure(error: unknown): IdentityFailure {
  if (error instanceof IdentityFailure) return error;
  // An error response of the protocol.
  if (error instanceof oidc.ResponseBodyError)
    return new IdentityFailure(error.status >= 500 ? 'unreachable' : 'refused', error.error, error);
  if (error instanceof oidc.AuthorizationResponseError)
    return new IdentityFailure('refused', error.error, error);
  const kind = statusIn(error) >= 500 || isConnectionFailure(error) ? 'unreachable' : 'unverifiable';
  return new IdentityFailure(kind, error instanceof Error ? error.message : String(error), error);
}

/**
 * Returns the status of a response outside the protocol: openid-client keeps the response as the
 * cause.
 */
function statusIn(error: unknown): number {
  for (let each = error; each instanceof Error; each = each.cause)
    if (each.cause instanceof Response) return each.cause.status;
  return 0;
}

/**
 * Returns whether there was no connection, or none in time: `fetch` throws a TypeError or the
 * signal's reason.
 */
function isConnectionFailure(error: unknown): boolean {
  for (let each = error; each instanceof Error; each = each.cause) {
    if (each.name === 'TimeoutError' || each.name === 'AbortError' || each.message === 'fetch failed')
      return true;
  }
  return false;
}
