import { resourceNames } from '@samay/contract/availability/resource-names';
import type { Resource } from '@samay/contract/availability/resources';

/** A doctor, a court or a part of one, with the units that its booking occupies. */
export interface Place {
  readonly id: string;
  readonly name: string;
  /** The name; a part's with its court if there are several. */
  readonly fullName: string;
  /** The id of the court that this is a part of. */
  readonly wholeId: string | null;
  readonly units: readonly string[];
  readonly isOwn: boolean;
  readonly isArchived: boolean;
}

/** Returns all doctors, courts and parts in order: a court is followed by its parts. */
export function getPlaces(resources: readonly Resource[]): Place[] {
  const names = resourceNames(resources);
  return resources.flatMap(({ id, name, isOwn, archivedAt, parts }) => {
    const kept = parts.filter((part) => part.archivedAt === null).map((part) => part.id);
    const isArchived = archivedAt !== null;
    return [
      { id, name, fullName: name, wholeId: null, units: kept.length > 0 ? kept : [id], isOwn, isArchived },
      ...parts.map((part) => ({
        id: part.id,
        name: part.name,
        fullName: names.get(part.id) ?? part.name,
        wholeId: id,
        units: [part.id],
        isOwn: false,
        isArchived: isArchived || part.archivedAt !== null,
      })),
    ];
  });
}

/** Returns the places that can be chosen. */
export function choosable(places: readonly Place[]): Place[] {
  return places.filter(({ isArchived }) => !isArchived);
}

/**
 * Returns the place that a view shows; undefined for all. A week has room for one: if none is
 * chosen, it is the caller's own, else the first.
 *
 * @param wanted an id, or `all`
 */
export function chosenPlace(
  places: readonly Place[],
  wanted: string | undefined,
  isWeek: boolean,
): Place | undefined {
  const open = choosable(places);
  const named = places.find(({ id }) => id === wanted);
  if (named || wanted === 'all' || !isWeek || open.length < 2) return named;
  return open.find(({ isOwn }) => isOwn) ?? open[0];
}
