import type { BookingValues } from './booking-values.ts';

let kept: { readonly userId: string; readonly values: BookingValues } | null = null;

/**
 * What a person began to book and has neither made nor discarded: a session that ends meanwhile takes the form away, not what
 * was typed. In this tab's memory only and for the same person, so that nobody else at the desk finds a patient's name.
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
