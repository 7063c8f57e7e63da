import { defaultTime, NewAppointment } from '@samay/contract/bookings/appointments';
import type { FoundPerson } from '@samay/contract/people/people';
import { parseRupees } from '@samay/contract/core/parse-rupees';
import type { BusinessType } from '@samay/contract/core/roles';
import { indiaDate } from '@samay/contract/core/time';
import { serverNow } from '../../../../../lib/api/server-clock.ts';
import type { BookingPreset } from '../../../../../lib/actions.tsx';
import { fieldErrors } from '../../../../../ui/form/form-errors.ts';
import {
  ageError,
  changedFacts,
  emptyFacts,
  type FactsValues,
} from '../../../../../ui/form/person-facts.tsx';
import { makeOccupation, type TimeChoices, type TimeValues } from '../times/time-choices.ts';

/** The values of the New Appointment form as its fields hold them; the amount as typed. */
export interface BookingValues extends TimeValues, FactsValues {
  personName: string;
  personEmail: string;
  personContact: string;
  /** The person found by the look-up; null as soon as name or number is changed. */
  person: FoundPerson | null;
  paymentId: string;
  amount: string;
  paymentMethod: string | null;
}

/** Returns the initial values: today in India, 12:00. The doctor comes from `timeChoices`. */
export function emptyBooking(preset: BookingPreset = {}): BookingValues {
  return {
    personName: preset.person?.name ?? '',
    personEmail: preset.person?.email ?? '',
    personContact: preset.person?.contact ?? '',
    person: preset.person ?? null,
    ...emptyFacts,
    date: preset.date ?? indiaDate(serverNow()),
    time: preset.time ?? defaultTime,
    doctor: null,
    resourceId: preset.resourceId ?? null,
    serviceId: null,
    duration: preset.duration ?? null,
    size: null,
    paymentId: '',
    amount: '',
    paymentMethod: null,
  };
}

/** The choices that a request needs: the doctor's text, and the chosen doctor, court or size. */
type Chosen = Pick<TimeChoices, 'doctor' | 'resource' | 'size'>;

/**
 * Builds the request body: empty optional fields are omitted, rupees become paise, a turf sends no
 * doctor.
 */
export function bookingBody(
  values: BookingValues,
  chosen: Chosen,
  businessType: BusinessType,
): NewAppointment {
  const amount = parseRupees(values.amount);
  const { born, sex, guardian } = changedFacts(values, emptyFacts);
  return {
    personName: values.personName,
    date: values.date,
    time: values.time.slice(0, 5),
    ...(businessType === 'doctor' && { doctor: chosen.doctor }),
    ...makeOccupation(values, chosen),
    ...given('personEmail', values.personEmail),
    ...given('personContact', values.personContact),
    ...(born && { born }),
    ...(sex && { sex }),
    ...(guardian && { guardian }),
    ...given('paymentId', values.paymentId),
    ...given('paymentMethod', values.paymentMethod ?? ''),
    ...(amount !== null && { amount }),
  };
}

/**
 * Returns the validation errors by field, from the contract's schema; empty when the values are
 * valid.
 */
export function bookingErrors(
  values: BookingValues,
  chosen: Chosen,
  businessType: BusinessType,
): Record<string, string> {
  const age = ageError(values.age);
  return {
    ...fieldErrors(NewAppointment.safeParse(bookingBody(values, chosen, businessType)).error),
    ...(age !== undefined && { age }),
  };
}

function given<Name extends string>(name: Name, text: string): { [name in Name]?: string } {
  const trimmed = text.trim();
  return trimmed === '' ? {} : ({ [name]: trimmed } as { [name in Name]: string });
}
