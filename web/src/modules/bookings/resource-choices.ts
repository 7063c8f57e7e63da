import { resourceNames } from '@samay/contract/availability/resource-names';
import type { Resource } from '@samay/contract/availability/resources';
import type { Service } from '@samay/contract/availability/services';
import { foldName } from '@samay/contract/core/fold';

/** A doctor, a court or a part that a booking can occupy. */
export interface ResourceChoice {
  readonly id: string;
  readonly name: string;
  readonly isOwn: boolean;
  /** The court of which it is a part; null for a doctor and a whole court. */
  readonly wholeId: string | null;
}

/**
 * Lists everything that can be booked, in order: a court is followed by its parts, named with it if
 * there are several courts. With a service, only resources that give it.
 */
export function resourceChoices(
  resources: readonly Resource[],
  service?: Pick<Service, 'resourceIds'>,
): ResourceChoice[] {
  const names = resourceNames(resources);
  const wholes = resources.filter(({ archivedAt }) => archivedAt === null);
  const all = wholes.flatMap(({ id, name, isOwn, parts }) => [
    { id, name, isOwn, wholeId: null },
    ...parts
      .filter(({ archivedAt }) => archivedAt === null)
      .map((part) => ({ id: part.id, name: names.get(part.id) ?? part.name, isOwn: false, wholeId: id })),
  ]);
  const giving = service?.resourceIds;
  return giving ? all.filter(({ id }) => giving.includes(id)) : all;
}

/** Returns the doctor with a typed name, compared like people's names, as on the server. */
export function resourceNamed<Choice extends { readonly name: string }>(
  choices: readonly Choice[],
  name: string,
): Choice | undefined {
  const key = foldName(name);
  return key === '' ? undefined : choices.find((choice) => foldName(choice.name) === key);
}
