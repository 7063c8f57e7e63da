import type { Departure } from '../../lib/session.tsx';

export const noAnswer = 'Samay did not answer. Please check your connection and try again; what you typed is still here.';
export const emailFirst = 'Please enter your email address first';

/** The two ways in that come later, said plainly. */
export const notYet = {
  google: 'Signing in with Google is not available on this server yet. Please use your email and password.',
  forgot: 'Resetting a password by email is not available on this server yet. Please ask the owner of your business.',
};

/** Why someone who was signed in sees the login page. */
export function departureText(departure: Departure | undefined): string | undefined {
  if (departure === 'session-ended') return 'Your session has ended. Please sign in again.';
  if (departure === 'sign-out') return 'You are signed out.';
  if (departure === 'sign-out-untold') {
    return 'You are signed out in this browser, but the server could not be told. Sign in and out again when the connection is back.';
  }
  return undefined;
}
