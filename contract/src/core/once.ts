/**
 * Creates a value lazily. A phone needs tens of milliseconds to create its first date format, and
 * many pages show no date.
 */
export function once<Thing extends object>(make: () => Thing): () => Thing {
  let made: Thing | undefined;
  return () => (made ??= make());
}
