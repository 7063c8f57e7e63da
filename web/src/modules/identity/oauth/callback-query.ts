import type { CallbackFailure } from '@samay/contract/core/oauth-callback';

/** The result that Google passes in the query of /oauth/callback. */
export type CallbackQuery =
  | { readonly kind: 'answer'; readonly code: string; readonly state: string; readonly iss?: string }
  /** The result of the calendar's consent page: its state names a user. */
  | { readonly kind: 'calendar'; readonly code?: string; readonly state: string; readonly error?: string }
  | { readonly kind: 'failure'; readonly failure: CallbackFailure }
  | { readonly kind: 'nothing' };

/**
 * Reads the query of the callback. Tokens in it are ignored: only the server exchanges a code for a
 * session.
 */
export function readCallbackQuery(query: string): CallbackQuery {
  const given = new URLSearchParams(query);
  const [code, state, error, iss] = ['code', 'state', 'error', 'iss'].map(
    (name) => given.get(name) ?? undefined,
  );
  if (state !== undefined && namesUser(state))
    return { kind: 'calendar', state, ...(code && { code }), ...(error !== undefined && { error }) };
  if (error !== undefined) return { kind: 'failure', failure: 'oauth_failed' };
  if (code && state) return { kind: 'answer', code, state, ...(iss !== undefined && { iss }) };
  return code === undefined && state === undefined
    ? { kind: 'nothing' }
    : { kind: 'failure', failure: 'invalid_callback' };
}

function namesUser(state: string): boolean {
  try {
    const value: unknown = JSON.parse(state);
    return typeof value === 'object' && value !== null && 'user_id' in value;
  } catch {
    return false; // The state of a sign-in is not JSON.
  }
}
