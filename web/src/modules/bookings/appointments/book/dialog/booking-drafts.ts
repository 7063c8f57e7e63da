import type { BookingPreset } from '../../../../../lib/actions.tsx';
import { createDraft, type Draft } from '../../../../../lib/draft.ts';
import { type BookingDraft, isSamePerson, quickDraft, shownQuick } from '../model/booking-draft.ts';
import type { QuickValues } from '../model/quick-values.ts';

/** By the id of the person to book for; undefined for the form without one. */
const drafts = new Map<string | undefined, Draft<BookingDraft>>();

/**
 * Returns the draft of the New Appointment form. There is one for each person to book for: *Book* on
 * their page neither opens nor discards what was typed for another one.
 */
export function bookingDraft({ person }: BookingPreset = {}): Draft<BookingDraft> {
  const known = drafts.get(person?.id);
  if (known) return known;
  const added: Draft<BookingDraft> = createDraft();
  drafts.set(person?.id, added);
  return added;
}

/** Empties the quick form, shown or not, unless it has another person by now. */
export function emptyQuickForm(userId: string, origin: QuickValues): void {
  const kept = quickDraft.draftOf(userId);
  if (kept && isSamePerson(kept.values, origin)) quickDraft.forgetDraft();
  shownQuick.empty?.(origin);
}

/** Forgets the draft without a person and that of every person, and the quick form's. */
export function forgetDrafts(): void {
  drafts.clear();
  quickDraft.forgetDraft();
}
