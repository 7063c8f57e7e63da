import type { SessionLine } from '@samay/contract/identity/sessions';

export const twoStep = 'Two-step verification';

/** Returns the name of a session's device: `Chrome on Android`, or the part of it that is known. */
export function deviceName({ browser, system }: Pick<SessionLine, 'browser' | 'system'>): string {
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? 'Unknown browser';
}

export const noAnswer = 'Samay did not answer. Please check your connection and try again.';
