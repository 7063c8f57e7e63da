import { mergeUndoDays } from '@samay/contract/people/patients';
import type { BusinessType } from '@samay/contract/core/roles';
import { formatDate } from '@samay/contract/core/time';
import { capitalise, wording } from '@samay/contract/core/wording';
import { useSession } from '../../../lib/session/session.tsx';

/** Returns the texts of the patient pages for a business type. */
export function patientWording(businessType: BusinessType) {
  const { person, people, booking, bookings } = wording[businessType];
  return {
    title: capitalise(people),
    person: capitalise(person),
    people,
    booking,
    bookings,
    titleOfBookings: capitalise(bookings),
    searchPlaceholder: `Search ${people} by name, contact or email`,
    empty: `No ${people} found`,
    noMatch: `No matching ${people} found`,
    loadFailed: `Failed to load ${people}`,
    newIn: ({ since, until }: { since: string; until: string }) =>
      since === until
        ? `New on ${formatDate(since)}`
        : `New from ${formatDate(since)} to ${formatDate(until)}`,
    correctTitle: `Edit ${person}`,
    correctHint: `Nothing was changed.`,
    correctFailed: `Failed to save ${person} details`,
    onlyThis: `Only this ${person}`,
    choose: `Please choose a ${person}`,
    lookUp: 'Search by number or name',
    isSame: (name: string) => `${name} is written almost the same. Is this the same ${person}?`,
    mergeTitle: `Merge into this ${person}`,
    mergedTitle: `Merged into this ${person}`,
    mergeHint: (other: string, name: string) =>
      `The ${bookings} of ${other} will be shown with ${name}. ` +
      `Each keeps the name it was made with, and you can undo this for ${mergeUndoDays} days.`,
    mergeFailed: `Failed to merge the ${people}`,
    undoFailed: 'Failed to undo the merge',
    gone: `This ${person} is not in the list any more`,
    goneHint: `Their ${bookings} have another name or number now, or are not shown on your plan.`,
    emptyHint:
      `Everyone who has ${businessType === 'doctor' ? 'an' : 'a'} ${booking} appears here ` +
      'automatically.',
  };
}

/** Returns the texts for the type of the signed-in business. */
export function usePatientWording() {
  return patientWording(useSession().businessType ?? 'doctor');
}
