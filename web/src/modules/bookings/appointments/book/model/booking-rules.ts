import { NewAppointment } from '@samay/contract/bookings/appointments';
import { parseRupees } from '@samay/contract/core/typed/parse-rupees';
import type { BusinessType } from '@samay/contract/core/roles';
import { emptyFacts } from '../../../../../lib/facts-values.ts';
import { fieldErrors } from '../../../../../ui/form/form-errors.ts';
import { ageError, changedFacts } from '../../../../../ui/form/person-facts.tsx';
import { makeOccupation, type TimeChoices } from '../times/time-choices.ts';
import type { BookingValues } from './booking-values.ts';

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
    personName: values.personName.trim(),
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
 * valid. Letters in a typed number are a name or a shortcut key that went into this field.
 */
export function bookingErrors(
  values: BookingValues,
  chosen: Chosen,
  businessType: BusinessType,
): Record<string, string> {
  const age = ageError(values.age);
  const hasLetters = values.person === null && /\p{L}/u.test(values.personContact);
  return {
    ...fieldErrors(NewAppointment.safeParse(bookingBody(values, chosen, businessType)).error),
    ...(hasLetters && { personContact: 'Please enter a phone number' }),
    ...(age !== undefined && { age }),
  };
}

function given<Name extends string>(name: Name, text: string): { [name in Name]?: string } {
  const trimmed = text.trim();
  return trimmed === '' ? {} : ({ [name]: trimmed } as { [name in Name]: string });
}
