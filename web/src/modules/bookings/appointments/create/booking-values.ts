import { defaultDoctor, defaultTime, NewAppointment } from '@samay/contract/bookings/appointments';
import { paiseFromRupees } from '@samay/contract/core/money';
import type { BusinessType } from '@samay/contract/core/roles';
import { indiaDate, now } from '@samay/contract/core/time';
import { fieldErrors } from '../../../../ui/form/form-errors.ts';

/** The values of the New Appointment form as its fields hold them; the amount in rupees. */
export interface BookingValues {
  personName: string;
  personEmail: string;
  personContact: string;
  date: string;
  time: string;
  doctor: string;
  paymentId: string;
  amount: number | string;
  paymentMethod: string | null;
}

/** The initial values: today in India, 12:00, Default Doctor (specification). */
export function emptyBooking(preset: { date?: string | undefined; time?: string | undefined } = {}): BookingValues {
  return {
    personName: '',
    personEmail: '',
    personContact: '',
    date: preset.date ?? indiaDate(now()),
    time: preset.time ?? defaultTime,
    doctor: defaultDoctor,
    paymentId: '',
    amount: '',
    paymentMethod: null,
  };
}

/** The request body: empty optional fields are omitted, rupees become paise, a turf sends no doctor. */
export function bookingBody(values: BookingValues, businessType: BusinessType): NewAppointment {
  return {
    personName: values.personName,
    personEmail: values.personEmail,
    date: values.date,
    time: values.time.slice(0, 5),
    ...(businessType === 'doctor' && { doctor: values.doctor }),
    ...given('personContact', values.personContact),
    ...given('paymentId', values.paymentId),
    ...given('paymentMethod', values.paymentMethod ?? ''),
    ...(values.amount !== '' && { amount: paiseFromRupees(Number(values.amount)) }),
  };
}

/** The validation errors by field, from the contract's schema; empty when the values are valid. */
export function bookingErrors(values: BookingValues, businessType: BusinessType): Record<string, string> {
  return fieldErrors(NewAppointment.safeParse(bookingBody(values, businessType)).error);
}

function given<Name extends string>(name: Name, text: string): { [name in Name]?: string } {
  const trimmed = text.trim();
  return trimmed === '' ? {} : ({ [name]: trimmed } as { [name in Name]: string });
}
