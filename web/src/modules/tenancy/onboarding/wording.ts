import type { BusinessType } from '@samay/contract/core/roles';

/** The titles of the steps in their order (specification 2, "Onboarding wizard"). */
export const stepTitles = ['Choose business type', 'Turf name', 'Booking time slots', 'Operating days', 'Review'] as const;

export const typeNames: Readonly<Record<BusinessType, string>> = { doctor: 'Doctor / Hospital Owner', turf: 'Turf Owner' };

export const typeHints: Readonly<Record<BusinessType, string>> = {
  doctor: 'Appointments with patients, doctors and prescriptions.',
  turf: 'Bookings of a sports ground by customers.',
};

export const saveFailed = 'Failed to save your information. Please try again.';
export const profileFailed = 'Failed to load your business profile';
