import type { BusinessType } from '@samay/contract/core/roles';
import type { Step } from './onboarding-values.ts';

/** The titles of the steps in their order. */
export const stepTitles = [
  'Choose business type',
  'Turf name',
  'Booking time slots',
  'Operating days',
  'Review',
] as const;

/** The hints of steps whose title does not say enough. */
export const stepHints: Readonly<Partial<Record<Step, string>>> = {
  3: 'Enter when you open and close. One row is enough; add another if you close in between.',
  4: 'The days on which you are open.',
};

export const typeNames: Readonly<Record<BusinessType, string>> = {
  doctor: 'Doctor / Hospital Owner',
  turf: 'Turf Owner',
};

export const typeHints: Readonly<Record<BusinessType, string>> = {
  doctor: 'Appointments with patients, doctors and prescriptions.',
  turf: 'Bookings of a sports ground by customers.',
};

export const saveFailed = 'Failed to save your information. Please try again.';
export const profileFailed = 'Failed to load your business profile';
