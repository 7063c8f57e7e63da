import type { BusinessType } from './roles.ts';

/** The words of each business type for its bookings and the people in them. */
export interface Wording {
  readonly booking: string;
  readonly bookings: string;
  readonly person: string;
  readonly people: string;
  /** The word for a doctor or a court. */
  readonly resource: string;
  readonly resources: string;
  /** The fixed text of the revenue tables' Service column. */
  readonly service: string;
  readonly limitReached: string;
}

export const wording: Record<BusinessType, Wording> = {
  doctor: {
    booking: 'appointment',
    bookings: 'appointments',
    person: 'patient',
    people: 'patients',
    resource: 'doctor',
    resources: 'doctors',
    service: 'General Consultation',
    limitReached:
      "Limit reached: You've reached your monthly appointment limit. " +
      'Please upgrade your plan to book more appointments.',
  },
  turf: {
    booking: 'booking',
    bookings: 'bookings',
    person: 'customer',
    people: 'customers',
    resource: 'court',
    resources: 'courts',
    service: 'Turf Booking',
    limitReached:
      "Limit reached: You've reached your monthly booking limit. " +
      'Please upgrade your plan to book more bookings.',
  },
};

/**
 * The sentence of `tenant.suspended`, here so that a screen can show it without loading all error
 * sentences.
 */
export const suspendedSentence =
  'This business is suspended: everything can be read, nothing can be changed. Please contact support.';

/** The minutes within which a completion can be undone, by the person who set it. */
export const undoMinutes = 10;

/** Capitalises a word at the start of a title or a label: `patient` → `Patient`. */
export function capitalise(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** Composes a text for each business type from its words. */
export function byType(say: (word: (typeof wording)[BusinessType]) => string): Record<BusinessType, string> {
  return { doctor: say(wording.doctor), turf: say(wording.turf) };
}
