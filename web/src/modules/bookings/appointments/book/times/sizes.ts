import type { Resource, Size } from '@samay/contract/availability/resources';

/** The words for whole courts and for parts. */
export type SizeNames = Readonly<Record<Size, string>>;

/**
 * Returns the words for whole courts and for parts. Parts are called by the word with which the
 * names of all begin, `Half` or `Net`; otherwise halves where each divided court has two.
 * `bookable` are the ids of the courts and parts that can be booked.
 */
export function sizeNames(
  resources: readonly Pick<Resource, 'parts'>[],
  bookable: ReadonlySet<string>,
): SizeNames {
  const divided = resources
    .map(({ parts }) => parts.filter(({ id }) => bookable.has(id)))
    .filter((parts) => parts.length > 0);
  const [word, ...others] = new Set(divided.flat().map(({ name }) => name.split(' ')[0] ?? name));
  if (word !== undefined && others.length === 0) return { whole: 'Full', part: word };
  return { whole: 'Full', part: divided.every(({ length }) => length === 2) ? 'Half' : 'Part' };
}
