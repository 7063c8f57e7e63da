import type { PatientDetails } from '@samay/contract/people/patients';
import { formatCount, formatRupees } from '@samay/contract/core/money';
import { useAppointmentWording } from '../../bookings/wording.ts';

/** A booking that owes money, with the name of its person where that is another one of the number. */
export type OwingOf = PatientDetails['owing'][number] & { readonly personName?: string };
type Owing = readonly OwingOf[];

/** Sums the dues of bookings, in paise. */
export function getDue(owing: Owing): number {
  return owing.reduce((sum, { due }) => sum + due, 0);
}

/** Returns a function that formats a number of visits: `2 visits`. */
export function useVisitsText(): (owing: Owing) => string {
  const { visit, visits } = useAppointmentWording();
  return ({ length }) => `${formatCount(length)} ${length === 1 ? visit : visits}`;
}

/** Returns a function that formats what is due for how many visits: `₹1,200 for 2 visits`. */
export function useDueText(): (owing: Owing) => string {
  const visitsText = useVisitsText();
  return (owing) => `${formatRupees(getDue(owing))} for ${visitsText(owing)}`;
}
