import type { BookingValues } from './booking-values.ts';

let kept: { readonly userId: string; readonly values: BookingValues } | null = null;

/**
 * Returns the draft of a new booking: values neither sent nor discarded. It survives the end of the
 * session, which closes the form. It lives in the memory of this tab and belongs to one user, so
 * nobody else at the desk sees a patient's name.
 */
export function draftOf(userId: string): BookingValues | null {
  return kept?.userId === userId ? kept.values : null;
}

export function keepDraft(userId: string, values: BookingValues): void {
  kept = { userId, values };
}

export function forgetDraft(): void {
  kept = null;
}
