import type { BookingPreset } from '../../../../../lib/actions.tsx';
import { createDraft, type Draft } from '../../../../../lib/draft.ts';
import type { HeldKey } from '../use-create-appointment.ts';
import type { BookingValues } from './booking-values.ts';

interface BookingDraft {
  readonly values: BookingValues;
  readonly keyRef: HeldKey;
}

/** By the id of the person to book for; undefined for the form without one. */
const drafts = new Map<string | undefined, Draft<BookingDraft>>();

/**
 * Returns the draft of the New Appointment form. There is one for each person to book for: *Book* on
 * their page neither opens nor discards what was typed for another one.
 */
export function bookingDraft({ person }: BookingPreset = {}): Draft<BookingDraft> {
  const known = drafts.get(person?.id);
  if (known) return known;
  const added = createDraft<BookingDraft>();
  drafts.set(person?.id, added);
  return added;
}

/** Forgets the draft without a person and that of every person. */
export function forgetDrafts(): void {
  drafts.clear();
}
