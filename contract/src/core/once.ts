/** Makes a thing when it is first asked for. A phone needs tens of milliseconds for its first date format, and many a page shows no date. */
export function once<Thing extends object>(make: () => Thing): () => Thing {
  let made: Thing | undefined;
  return () => (made ??= make());
}
