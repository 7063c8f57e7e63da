import type { FoundPerson } from '@samay/contract/bookings/people';
import type { NewAppointment } from '@samay/contract/bookings/appointments';
import type { Size } from '@samay/contract/availability/resources';
import type { Slot } from '@samay/contract/core/alternatives';
import type { BusinessType } from '@samay/contract/core/roles';
import type { LocalDate } from '@samay/contract/core/time';
import type { CreateRequest } from '../use-create-appointment.ts';
import { makeOccupation, type TimeChoices, type TimeValues } from '../times/time-choices.ts';

/** The chosen start: `now`, `next`, or the key of a free start. */
export type When = string | null;

/** The values of the quick form as its fields hold them. */
export interface QuickValues {
  readonly contact: string;
  readonly name: string;
  /** The person found by the look-up; null as soon as the name or the number is changed. */
  readonly person: FoundPerson | null;
  /** The chosen day; null for the day that the page shows. */
  readonly day: LocalDate | null;
  readonly when: When;
  readonly resourceId: string | null;
  readonly serviceId: string | null;
  /** The chosen minutes; null for the service's. */
  readonly duration: number | null;
  /** The chosen size of court; null for a whole one. */
  readonly size: Size | null;
}

/**
 * Returns the empty values. A clinic's walk-in takes nobody's time, so *Now* is its default; at a
 * turf it would take a court, so the start is chosen.
 */
export function emptyQuick(businessType: BusinessType): QuickValues {
  const when = businessType === 'doctor' ? 'now' : null;
  const nobody = { contact: '', name: '', person: null };
  const what = { resourceId: null, serviceId: null, duration: null, size: null };
  return { ...nobody, day: null, when, ...what };
}

/** Returns whether anything is filled in or chosen. */
export function isBegun(values: QuickValues, businessType: BusinessType): boolean {
  return Object.entries(emptyQuick(businessType)).some(
    ([field, empty]) => values[field as keyof QuickValues] !== empty,
  );
}

/** Returns the values that a found person fills in: name, number and, not shown, the email. */
export function personChange(person: FoundPerson): Pick<QuickValues, 'person' | 'name' | 'contact'> {
  return { person, name: person.name, contact: person.contact ?? '' };
}

export type QuickErrors = Readonly<
  Partial<Record<'contact' | 'name' | 'when' | 'serviceId' | 'resourceId', string>>
>;

/**
 * Returns the missing values by field. A person known by email alone needs no number; letters in a
 * typed number are a name or a shortcut key that went into this field.
 */
export function quickErrors({ contact, name, person }: QuickValues, hasStart: boolean): QuickErrors {
  const isNumber = person !== null || !/\p{L}/u.test(contact);
  return {
    ...((contact.trim() === '' ? !person?.email : !isNumber) && { contact: 'Please enter a phone number' }),
    ...(name.trim() === '' && { name: 'Please enter a name' }),
    ...(!hasStart && { when: 'Please choose a time' }),
  };
}

/** The start of a booking, with its doctor, court or part if it is of a particular one. */
export type Start = Pick<Slot, 'date' | 'time'> & { readonly resourceId?: string; readonly isNow: boolean };

/** Returns the time fields for a start; a start of a certain doctor, court or part names it. */
export function timeValues(
  values: QuickValues,
  { date, time, resourceId }: Pick<Start, 'date' | 'time' | 'resourceId'>,
): TimeValues {
  const { serviceId, duration, size } = values;
  return {
    date,
    time,
    serviceId,
    duration,
    size,
    doctor: null,
    resourceId: resourceId ?? values.resourceId,
  };
}

/** A request, and the fields that it was made from. */
export interface Sent extends CreateRequest {
  readonly start: Start;
  readonly values: QuickValues;
}

export function quickBody(
  values: QuickValues,
  start: Start,
  choices: Pick<TimeChoices, 'doctor' | 'resource' | 'size'>,
  businessType: BusinessType,
): NewAppointment {
  const { name, contact, person } = values;
  const { date, time, isNow } = start;
  return {
    personName: name.trim(),
    ...(contact.trim() !== '' && { personContact: contact.trim() }),
    ...(person?.email && { personEmail: person.email }),
    date,
    time,
    ...(businessType === 'doctor' && { doctor: choices.doctor }),
    ...makeOccupation(timeValues(values, start), choices),
    ...(isNow && { walkIn: true }),
  };
}
