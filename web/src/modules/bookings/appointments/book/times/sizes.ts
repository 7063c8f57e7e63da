import type { Resource, Size } from '@samay/contract/availability/resources';
import type { ResourceChoice } from '../../../resource-choices.ts';

/** The words for whole courts and for parts. */
export type SizeNames = Readonly<Record<Size, string>>;

/**
 * Returns the words for whole courts and for parts; undefined if not both can be booked. Parts are
 * called by the word with which the names of all begin, `Half` or `Net`; otherwise halves where
 * each divided court has two.
 */
export function sizeNames(
  resources: readonly Pick<Resource, 'parts'>[],
  courts: readonly ResourceChoice[],
): SizeNames | undefined {
  if (new Set(courts.map(sizeOf)).size < 2) return undefined;
  const bookable = new Set(courts.map(({ id }) => id));
  const divided = resources
    .map(({ parts }) => parts.filter(({ id }) => bookable.has(id)))
    .filter((parts) => parts.length > 0);
  const [word, ...others] = new Set(divided.flat().map(({ name }) => name.split(' ')[0] ?? name));
  if (word !== undefined && others.length === 0) return { whole: 'Full', part: word };
  return { whole: 'Full', part: divided.every(({ length }) => length === 2) ? 'Half' : 'Part' };
}

export function sizeOf({ wholeId }: Pick<ResourceChoice, 'wholeId'>): Size {
  return wholeId === null ? 'whole' : 'part';
}
