import type { CallbackQuery } from './callback-query.ts';

/** What the person is in the middle of. */
export const headings: Readonly<Record<CallbackQuery['kind'], string>> = {
  answer: 'Signing in',
  calendar: 'Connecting your calendar',
  failure: 'Signing in',
  nothing: 'Signing in',
};

export const processing = 'Processing authentication...';
export const signedIn = 'Signed in successfully! Redirecting...';
export const calendarConnected = 'Google Calendar connected successfully! Redirecting...';
export const unexpected = 'An unexpected error occurred during authentication.';
export const onward = { signedIn: 'Continue', failed: 'Back to sign in', calendar: 'Go to Settings' };

/** Milliseconds that an outcome stands before the page moves on (specification 8 and 9). */
export const delays = { signedIn: 1000, calendar: 1500, failed: 2000 };

/** What came of it, what to say, and where to go after how long. */
export interface Outcome {
  readonly isGood: boolean;
  readonly text: string;
  readonly to: string;
  /** What the way on is called, for who does not want to wait. */
  readonly onward: string;
  readonly delayMs: number;
}
