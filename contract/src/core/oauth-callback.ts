/**
 * The sentences for a failed sign-in with Google, by the word in the address `/login?error=…`:
 * /oauth/callback and then /login show them. The server's error code is this word after `google.`.
 */
export const callbackFailures = {
  oauth_failed: 'Authentication failed.',
  invalid_callback: 'Invalid authentication callback.',
  callback_handler_failed: 'An unexpected error occurred during authentication.',
  unreachable: googleLoginFailed('Google did not answer. Please try again, or use your email and password.'),
  unverifiable: googleLoginFailed('its answer could not be verified. Please try again.'),
  unverified_email: googleLoginFailed('Google has not verified this email address.'),
  other_account: googleLoginFailed(
    'this email address belongs to another Google account here. Please use your email and password.',
  ),
  no_account:
    'There is no account for this Google address. Ask your business for an invitation, or get started.',
  not_available:
    'Signing in with Google is not available on this server. Please use your email and password.',
} as const;

export type CallbackFailure = keyof typeof callbackFailures;

/** Returns whether a word of an address is known; other words are not shown. */
export function isCallbackFailure(word: unknown): word is CallbackFailure {
  return typeof word === 'string' && Object.hasOwn(callbackFailures, word);
}

export function googleLoginFailed(message: string): string {
  return `Google login failed: ${message}`;
}
