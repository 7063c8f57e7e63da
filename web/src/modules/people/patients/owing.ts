import type { PatientDetails } from '@samay/contract/people/patients';

/** Sums the dues of bookings, in paise. */
export function dueOf(owing: PatientDetails['owing']): number {
  return owing.reduce((sum, { due }) => sum + due, 0);
}
