/**
 * For the environment of a server on Linux. The C library keeps what is freed for the next
 * allocation of that size, in each thread: four threads that have hashed passwords (19 MB each)
 * would keep 80 MB of a server that signs nobody in any more. Above this size memory is returned at
 * once.
 *
 * @returns {{ MALLOC_MMAP_THRESHOLD_: string }}
 */
export function mallocSettings() {
  return { MALLOC_MMAP_THRESHOLD_: String(4 * 1024 * 1024) };
}
