import type { SessionEnd } from '../../../lib/session/session.tsx';

export const noAnswer =
  'Samay did not answer. Please check your connection and try again; what you typed is still here.';
export const noGoogleUrl = 'Failed to initiate Google login. Please try again.';

/** The agreed texts of a forgotten password (P-2.31). */
export const recovery = {
  emailFirst: 'Please enter your email address first',
  sent: 'Password reset link sent to your email!',
  notSent: 'Failed to send reset link',
};

/** Explains why a signed-in user sees the login page. */
export function sessionEndText(end: SessionEnd | undefined): string | undefined {
  if (end === 'session-ended') return 'Your session has ended. Please sign in again.';
  if (end === 'sign-out') return 'You are signed out.';
  if (end === 'sign-out-unconfirmed') {
    return (
      'You are signed out in this browser, but the server could not be reached. ' +
      'When the connection is back, sign in and sign out again.'
    );
  }
  return undefined;
}
