import type { BookingPreset } from '../../../../../lib/actions.tsx';
import { type BookingDraft, quickDraft } from '../model/booking-draft.ts';
import { type BookingValues, emptyBooking } from '../model/booking-values.ts';
import { startNow } from '../times/day-starts.ts';

/**
 * Returns what the New Appointment form begins with: what the quick form has, under its key, at the
 * preset's time if there is one; otherwise the defaults.
 */
export function beginBooking(userId: string, preset: BookingPreset = {}): BookingDraft {
  const begun = { values: presetValues(preset), sent: null, keyRef: {} };
  const quick = preset.person ? null : quickDraft.draftOf(userId);
  if (!quick) return begun;
  const { day: _, after: __, isChosen: ___, when, ...typed } = quick.values;
  const { date, time, resourceId, duration } = begun.values;
  const at = preset.time === undefined ? when === 'now' && startNow() : { date, time, resourceId, duration };
  return { ...begun, values: { ...typed, ...at }, keyRef: quick.keyRef, origin: quick.values };
}

/** Returns the values of a preset, which has its person's name, number and email too. */
function presetValues({ person, ...at }: BookingPreset): BookingValues {
  if (!person) return { ...emptyBooking(), ...at };
  const { name: personName, email, contact } = person;
  const of = { person, personName, personEmail: email ?? '', personContact: contact ?? '' };
  return { ...emptyBooking(), ...at, ...of };
}
