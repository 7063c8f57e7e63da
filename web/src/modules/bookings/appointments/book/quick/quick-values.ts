import type { FoundPerson } from '@samay/contract/people/people';
import type { Appointment, NewAppointment } from '@samay/contract/bookings/appointments';
import type { Size } from '@samay/contract/availability/resources';
import type { Slot } from '@samay/contract/core/alternatives';
import type { BusinessType } from '@samay/contract/core/roles';
import { addDays, addMinutes, type LocalDate } from '@samay/contract/core/time';
import type { CreateRequest } from '../use-create-appointment.ts';
import { makeOccupation, type TimeChoices, type TimeValues } from '../times/time-choices.ts';

/** The chosen start: `now`, `next`, or the key of a free start. */
export type When = string | null;

/** A time of a day. */
type Moment = Pick<Slot, 'date' | 'time'>;

/** The values of the quick form as its fields hold them. */
export interface QuickValues {
  readonly contact: string;
  readonly name: string;
  /** The person found by the look-up; null as soon as the name or the number is changed. */
  readonly person: FoundPerson | null;
  /** The chosen day; null for the day that the page shows. */
  readonly day: LocalDate | null;
  readonly when: When;
  /** The end of the booking that another one of its number follows; *Next free* is not before it. */
  readonly after: Moment | null;
  readonly resourceId: string | null;
  /** Whether the user has chosen the doctor or court: no proposal takes its place. */
  readonly isChosen: boolean;
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
  const what = { resourceId: null, isChosen: false, serviceId: null, duration: null, size: null };
  return { ...nobody, day: null, when, after: null, ...what };
}

/**
 * Returns the values of another booking of the same number: the day, and the next free time after
 * it, at a clinic with the same doctor. After a walk-in the start is that of anybody.
 */
export function sameNumberChange(booked: Appointment): Partial<QuickValues> {
  const { personContact, date, time, duration, doctor, resourceId, walkIn } = booked;
  const again = { contact: personContact ?? '', person: null, day: date };
  if (walkIn) return again;
  const end = addMinutes(time, duration);
  const after = { date: end > time ? date : addDays(date, 1), time: end };
  return { ...again, when: 'next', after, ...(doctor !== null && { resourceId, isChosen: true }) };
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
export type Start = Moment & { readonly resourceId?: string; readonly isNow: boolean };

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
