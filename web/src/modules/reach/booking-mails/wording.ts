import type { BusinessType } from '@samay/contract/core/roles';
import { wording } from '@samay/contract/core/wording';

/** Returns the texts of the email setting by business type. */
export function bookingMailsWording(businessType: BusinessType) {
  const { booking, bookings, person, people } = wording[businessType];
  const a = businessType === 'doctor' ? 'an' : 'a';
  const withWhom = businessType === 'doctor' ? ', the doctor' : '';
  return {
    title: `Email to ${people}`,
    label: `Email ${people} about their ${bookings}`,
    sends: `When ${a} ${booking} is created, moved or cancelled, the ${person} gets an email with the day and time in India${withWhom} and the name of your business. Nothing is sent until you turn this on.`,
    on: `Your ${people} now get emails`,
    off: `Your ${people} no longer get emails`,
    unavailable: 'This server is not set up to send email yet, so nothing is sent. Please contact support.',
    notSaved: 'This could not be changed. Please try again.',
  };
}
