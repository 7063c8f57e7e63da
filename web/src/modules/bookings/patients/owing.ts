import type { PatientDetails } from '@samay/contract/bookings/patients';

/** Returns what the bookings owe together, in paise. */
export function dueOf(owing: PatientDetails['owing']): number {
  return owing.reduce((sum, { due }) => sum + due, 0);
}
