/**
 * Returns a function that loads something once, when it is first called. A failed load is not kept:
 * the next call tries again, so that a moment without file descriptors does not last until the
 * process ends.
 */
export function loadOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;
  return () =>
    (loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    }));
}
