import { createDraft, type Draft } from '../../../../../lib/draft.ts';
import type { BookingValues } from './booking-values.ts';
import type { QuickValues } from './quick-values.ts';
import type { CreateRequest, HeldKey } from './use-create-appointment.ts';

/** A request, and the fields that it was made from. */
export interface Sent<Values extends BookingValues> extends CreateRequest {
  readonly values: Values;
}

export interface BookingDraft<Values extends BookingValues = BookingValues> {
  readonly values: Values;
  /** The last request, if it was not answered. */
  readonly sent: Sent<Values> | null;
  readonly keyRef: HeldKey;
  /** The values of the quick form that this form began with. */
  readonly origin?: QuickValues;
}

/** The draft of the quick form. */
export const quickDraft: Draft<BookingDraft<QuickValues>> = createDraft();

/** The quick form that was shown last: it empties itself once another form has booked what it had. */
export const shownQuick: { empty?: (origin: QuickValues) => void } = {};

export function isSamePerson(one: BookingValues, other: BookingValues): boolean {
  return one.personName === other.personName && one.personContact === other.personContact;
}
