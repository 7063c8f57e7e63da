/**
 * Why somebody came back from Google without a session: the word in the address `/login?error=…`, and what /oauth/callback and then /login
 * say (specification 8, "OAuth callback failures" and "Identity-provider error"; decisions, "Signing in"). The server's code is the
 * same word behind `google.`.
 */
export const callbackFailures = {
  oauth_failed: 'Authentication failed.',
  invalid_callback: 'Invalid authentication callback.',
  callback_handler_failed: 'An unexpected error occurred during authentication.',
  unreachable: googleLoginFailed('Google did not answer. Please try again, or use your email and password.'),
  unverifiable: googleLoginFailed('its answer could not be verified. Please try again.'),
  unverified_email: googleLoginFailed('Google has not verified this email address.'),
  other_account: googleLoginFailed('this email address belongs to another Google account here. Please use your email and password.'),
  no_account: 'There is no account for this Google address. Ask your business for an invitation, or get started.',
  not_available: 'Signing in with Google is not available on this server. Please use your email and password.',
} as const;

export type CallbackFailure = keyof typeof callbackFailures;

/** Nothing that stands in an address is shown: only the sentences of the words that are known. */
export function isCallbackFailure(word: unknown): word is CallbackFailure {
  return typeof word === 'string' && Object.hasOwn(callbackFailures, word);
}

export function googleLoginFailed(message: string): string {
  return `Google login failed: ${message}`;
}
