import type { Slot } from '@samay/contract/core/alternatives';
import type { BusinessType } from '@samay/contract/core/roles';
import type { LocalDate } from '@samay/contract/core/time';
import { type BookingValues, emptyBooking } from './booking-values.ts';
import type { TimeValues } from '../times/time-choices.ts';

/** The chosen start: `now`, `next`, or the key of a free start. */
export type When = string | null;

/** A time of a day. */
type Moment = Pick<Slot, 'date' | 'time'>;

/** The values of the quick form: its start is chosen; date and time are those of a kept draft. */
export interface QuickValues extends BookingValues {
  /** The chosen day; null for the day that the page shows. */
  readonly day: LocalDate | null;
  readonly when: When;
  /** The end of the booking that another one of its number follows; *Next free* is not before it. */
  readonly after: Moment | null;
  /** Whether the user has chosen the doctor or court: no proposal takes its place. */
  readonly isChosen: boolean;
}

/**
 * Returns the empty values. A clinic's walk-in takes nobody's time, so *Now* is its default; at a
 * turf it would take a court, so the start is chosen.
 */
export function emptyQuick(businessType: BusinessType): QuickValues {
  const when = businessType === 'doctor' ? 'now' : null;
  return { ...emptyBooking(), day: null, when, after: null, isChosen: false };
}

/** The fields that are proposed, or follow from the chosen start. */
const followed: readonly string[] = ['date', 'time', 'resourceId'] satisfies (keyof QuickValues)[];

/** Returns whether anything is filled in or chosen. */
export function isBegun(values: QuickValues, businessType: BusinessType): boolean {
  return Object.entries(emptyQuick(businessType)).some(
    ([field, empty]) => !followed.includes(field) && values[field as keyof QuickValues] !== empty,
  );
}

/** The start of a booking, with its doctor, court or part if it is of a particular one. */
export type Start = Moment & { readonly resourceId?: string; readonly isNow: boolean };

/** Returns the values at a start; a start of a certain doctor, court or part names it. */
export function valuesAt<Values extends TimeValues>(
  values: Values,
  { date, time, resourceId }: Omit<Start, 'isNow'>,
): Values {
  return { ...values, date, time, resourceId: resourceId ?? values.resourceId };
}
