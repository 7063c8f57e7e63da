import type { Resource } from '@samay/contract/availability/resources';
import { getOverbooking } from '@samay/contract/availability/overbooking';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api/api.ts';
import { openingHours, resourceList, serviceList } from '../../lib/availability.ts';
import { refreshAfterChange } from '../../lib/live/live.ts';

export const resourcesQuery = resourceList();
export const servicesQuery = serviceList();

/**
 * Returns the query of the weekly hours, and of the closures and extra hours from one day to
 * another, both included.
 */
export function hoursQuery(from: string, to: string) {
  return openingHours({ from, to });
}

export const overbookingQuery = queryOptions({
  queryKey: ['availability', 'overbooking'],
  queryFn: ({ signal }) => call(getOverbooking, { signal }),
});

/**
 * Refetches resources, services, hours and slots after a change of the row with this id; the
 * business's id for orders and its hours.
 */
export async function refreshAvailability(client: QueryClient, id: string): Promise<void> {
  await refreshAfterChange(client, 'availability', id);
}

/** Returns the resources that take bookings, in their order. */
export function getActive(resources: readonly Resource[]): readonly Resource[] {
  return resources.filter(({ archivedAt }) => archivedAt === null);
}

/**
 * An item that can be booked: a doctor or court, or one of its parts, which is named with its
 * court.
 */
export interface Bookable {
  readonly id: string;
  readonly name: string;
}

export function getBookables(resources: readonly Resource[]): readonly Bookable[] {
  return getActive(resources).flatMap(({ id, name, parts }) => [
    { id, name },
    ...parts
      .filter(({ archivedAt }) => archivedAt === null)
      .map((part) => ({ id: part.id, name: `${part.name} (${name})` })),
  ]);
}
