import type { CallbackFailure } from '@samay/contract/core/oauth-callback';

/** What an address says that somebody came back to /oauth/callback with. */
export type Returned =
  | { readonly kind: 'answer'; readonly code: string; readonly state: string; readonly iss?: string }
  /** From the calendar's consent page: its state names a user (specification 5). */
  | { readonly kind: 'calendar'; readonly code?: string; readonly state: string; readonly error?: string }
  | { readonly kind: 'failure'; readonly failure: CallbackFailure }
  | { readonly kind: 'nothing' };

/**
 * Reads the query of the callback's address. A token in it is nothing: only the server can make one of a code (decisions, "Signing in").
 */
export function returnedIn(query: string): Returned {
  const given = new URLSearchParams(query);
  const [code, state, error, iss] = ['code', 'state', 'error', 'iss'].map((name) => given.get(name) ?? undefined);
  if (state !== undefined && namesUser(state))
    return { kind: 'calendar', state, ...(code && { code }), ...(error !== undefined && { error }) };
  if (error !== undefined) return { kind: 'failure', failure: 'oauth_failed' };
  if (code && state) return { kind: 'answer', code, state, ...(iss !== undefined && { iss }) };
  return code === undefined && state === undefined ? { kind: 'nothing' } : { kind: 'failure', failure: 'invalid_callback' };
}

function namesUser(state: string): boolean {
  try {
    const value: unknown = JSON.parse(state);
    return typeof value === 'object' && value !== null && 'user_id' in value;
  } catch {
    return false; // The state of a sign-in is no JSON.
  }
}
