import type { BusinessType } from '@samay/contract/core/roles';
import { capitalise, wording } from '@samay/contract/core/wording';
import { useSession } from '../../lib/session/session.tsx';

/** Returns the business's words for its resources, and the sentences of its settings. */
function availabilityWording(businessType: BusinessType) {
  const { booking, bookings, resource, resources } = wording[businessType];
  return {
    booking,
    bookings,
    resource,
    resources,
    Bookings: capitalise(bookings),
    Resource: capitalise(resource),
    Resources: capitalise(resources),
    /** The roles that may overbook regardless of the setting. */
    mayAlwaysOverbook: businessType === 'turf' ? 'Owners' : 'Owners and doctors',
    addResource: `Add ${resource}`,
    resourcesHint:
      businessType === 'turf'
        ? 'What your customers book. A court may have parts, such as two halves: ' +
          'a booking of the whole occupies all of them.'
        : 'Whom your patients book. The order here is the order on the schedule and in the form.',
    resourcesFailed: `Failed to load ${resources}`,
    /** The label and the hint of the days within which a further booking of a service is free. */
    freeWithin: `Free within … days of a paid ${businessType === 'turf' ? booking : 'visit'}`,
    freeHint: `With the same ${resource}. Taking the payment then proposes No charge. Empty: never free.`,
    everyResource: `Every ${resource}`,
  };
}

export type AvailabilityWording = ReturnType<typeof availabilityWording>;

export function useAvailabilityWording(): AvailabilityWording {
  return availabilityWording(useSession().businessType ?? 'doctor');
}

/** Formats a count: `1 appointment`, `3 appointments`. */
export function countText(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}

export const notSaved = 'Your changes could not be saved. Please try again.';
