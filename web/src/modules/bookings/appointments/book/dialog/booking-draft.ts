import { createDraft } from '../../../../../lib/draft.ts';
import type { HeldKey } from '../use-create-appointment.ts';
import type { BookingValues } from './booking-values.ts';

interface BookingDraft {
  readonly values: BookingValues;
  readonly keyRef: HeldKey;
}

/** The draft of the New Appointment form. */
export const { draftOf, keepDraft, forgetDraft } = createDraft<BookingDraft>();
