import type { FoundPerson } from '@samay/contract/bookings/people';
import type { NewAppointment } from '@samay/contract/bookings/appointments';
import type { Slot } from '@samay/contract/core/alternatives';
import type { BusinessType } from '@samay/contract/core/roles';
import { occupationOf, type TimeChoices, type TimeValues } from '../times/time-choices.ts';

/** The start that is chosen: `now`, `next`, or the key of a free start. */
export type When = string | null;

/** The values of the quick form as its fields hold them. */
export interface QuickValues {
  readonly contact: string;
  readonly name: string;
  /** Whom the look-up has filled in; null as soon as the name or the number is another. */
  readonly person: FoundPerson | null;
  readonly when: When;
  readonly doctor: string | null;
  readonly resourceId: string | null;
  readonly serviceId: string | null;
}

/**
 * A clinic's walk-in takes nobody's time, so *Now* is its default. At a turf it would take a court:
 * the start is chosen.
 */
export function emptyQuick(businessType: BusinessType): QuickValues {
  const when = businessType === 'doctor' ? 'now' : null;
  return { contact: '', name: '', person: null, when, doctor: null, resourceId: null, serviceId: null };
}

/** What a found person fills in: name, number and, unseen, the email. */
export function personChange(person: FoundPerson): Pick<QuickValues, 'person' | 'name' | 'contact'> {
  return { person, name: person.name, contact: person.contact ?? '' };
}

export type QuickErrors = Readonly<
  Partial<Record<'contact' | 'name' | 'when' | 'serviceId' | 'resourceId', string>>
>;

/**
 * What is missing, beside its field. A person who is known by email alone needs no number; letters
 * in a typed one are a name or a shortcut key that went into this field.
 */
export function quickErrors({ contact, name, person }: QuickValues, hasStart: boolean): QuickErrors {
  const isNumber = person !== null || !/\p{L}/u.test(contact);
  return {
    ...((contact.trim() === '' ? !person?.email : !isNumber) && { contact: 'Please enter a phone number' }),
    ...(name.trim() === '' && { name: 'Please enter a name' }),
    ...(!hasStart && { when: 'Please choose a time' }),
  };
}

/** When the booking begins; with the doctor, court or part where the start is one's own. */
export type Start = Pick<Slot, 'date' | 'time'> & { readonly resourceId?: string; readonly isNow: boolean };

/** What the fields of time mean for a start: one of a certain doctor, court or part is theirs. */
export function timeValues(
  values: QuickValues,
  { date, time, resourceId }: Pick<Start, 'date' | 'time' | 'resourceId'>,
): TimeValues {
  const { doctor, serviceId } = values;
  const occupied =
    resourceId === undefined ? { doctor, resourceId: values.resourceId } : { doctor: null, resourceId };
  return { date, time, serviceId, duration: null, ...occupied };
}

/** The request body. */
export function quickBody(
  values: QuickValues,
  start: Start,
  { doctor, resource }: Pick<TimeChoices, 'doctor' | 'resource'>,
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
    ...(businessType === 'doctor' && { doctor }),
    ...occupationOf(timeValues(values, start), resource),
    ...(isNow && { walkIn: true }),
  };
}
