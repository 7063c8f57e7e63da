import type { NewAppointment } from '@samay/contract/bookings/appointments';
import type { BusinessType } from '@samay/contract/core/roles';
import { bookingBody, bookingErrors } from '../model/booking-rules.ts';
import type { QuickValues, Start } from '../model/quick-values.ts';
import type { TimeChoices } from '../times/time-choices.ts';

interface QuickRequest {
  readonly body: NewAppointment;
  readonly errors: Readonly<Record<string, string>>;
}

/** Returns the request of values with their start, and what is wrong with them. */
export function quickRequest(
  values: QuickValues,
  start: Start | undefined,
  choices: TimeChoices,
  businessType: BusinessType,
): QuickRequest {
  const { personEmail, ...found } = bookingErrors(values, choices, businessType);
  // Without a field for it, an email is missing as a number.
  const noNumber = personEmail !== undefined && { personContact: 'Please enter a phone number' };
  return {
    body: { ...bookingBody(values, choices, businessType), ...(start?.isNow && { walkIn: true }) },
    errors: { ...noNumber, ...found, ...(!start && { when: 'Please choose a time' }) },
  };
}
