import type { CallbackQuery } from './callback-query.ts';

/** The heading for each kind of callback. */
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
export const continueLabels = { signedIn: 'Continue', failed: 'Back to sign in', calendar: 'Go to Settings' };

/** The time for which a result is shown before the page navigates, in milliseconds. */
export const delays = { signedIn: 1000, calendar: 1500, failed: 2000 };

/** The result of the callback: its text, the next page and the delay before it. */
export interface Outcome {
  readonly isGood: boolean;
  readonly text: string;
  readonly to: string;
  /** The text of the button that continues without waiting. */
  readonly continueLabel: string;
  readonly delayMs: number;
}
