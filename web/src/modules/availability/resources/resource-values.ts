import {
  type addResource,
  type Resource,
  type resourceColours,
  ResourceName,
} from '@samay/contract/availability/resources';
import type { BodyInput } from '@samay/contract/core/endpoint';

export type Colour = (typeof resourceColours)[number];

/** The values of the form of a doctor or court. */
export interface ResourceValues {
  name: string;
  colour: Colour;
  /** The member who signs in as this doctor; empty for nobody. */
  memberId: string;
  /** The names of a new court's parts. */
  parts: { key: string; name: string }[];
}

/** Returns the form's values; `next` is the colour of a new doctor or court. */
export function resourceValues(resource: Resource | undefined, next: Colour): ResourceValues {
  return {
    name: resource?.name ?? '',
    colour: (resource?.colour as Colour | undefined) ?? next,
    memberId: resource?.memberId ?? '',
    parts: [],
  };
}

export function newPart(name = ''): ResourceValues['parts'][number] {
  return { key: crypto.randomUUID(), name };
}

/** Builds the request body; a part without a name is left out. */
export function resourceBody({
  name,
  colour,
  memberId,
  parts,
}: ResourceValues): BodyInput<typeof addResource> {
  const named = parts.map((part) => part.name.trim()).filter((part) => part !== '');
  return { name, colour, memberId: memberId || null, parts: named };
}

/** Returns the errors by the form's fields: `name`, `parts.0.name`. */
export function resourceErrors(values: ResourceValues): Record<string, string> {
  const errors: Record<string, string> = {};
  const fault = (text: string) => ResourceName.safeParse(text).error?.issues[0]?.message;
  const own = fault(values.name);
  if (own !== undefined) errors['name'] = own;
  for (const [at, part] of values.parts.entries()) {
    const wrong = part.name.trim() === '' ? undefined : fault(part.name);
    const isTwice =
      part.name.trim() !== '' &&
      values.parts.some((other, place) => place < at && isSame(other.name, part.name));
    if (wrong ?? isTwice) errors[`parts.${at}.name`] = wrong ?? 'There is a part with this name already';
  }
  if (values.parts.filter((part) => part.name.trim() !== '').length === 1)
    errors['parts'] = 'A court has no part, or at least two';
  return errors;
}

function isSame(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}
