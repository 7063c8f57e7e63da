import type { BusinessType } from '@samay/contract/roles';
import { wording } from '@samay/contract/wording';

/** What the mails are, for whom, and what was done about them. */
export function mailWords(businessType: BusinessType) {
  const { booking, bookings, person, people } = wording[businessType];
  const a = businessType === 'doctor' ? 'an' : 'a';
  const withWhom = businessType === 'doctor' ? ', the doctor' : '';
  return {
    title: `Mail to ${people}`,
    label: `Mail ${people} about their ${bookings}`,
    sends: `When ${a} ${booking} is made, moved or cancelled, the ${person} gets a mail with the day and time in India${withWhom} and the name of your business. Mail is off until you switch it on.`,
    on: `Your ${people} get mail from now on`,
    off: `Your ${people} get no more mail`,
    unavailable: 'This server is not set up to send mail yet: nothing leaves until it is. Please contact support.',
    notSaved: 'This could not be switched. Please try again.',
  };
}
