/**
 * Returns variables for the environment of a server on Linux. The C library keeps freed memory for
 * the next allocation of that size, in each thread: four threads that have hashed passwords (19 MB
 * each) would keep 80 MB of a server without further sign-ins. Above this size memory is returned
 * immediately.
 * @returns {{ MALLOC_MMAP_THRESHOLD_: string }}
 */
export function mallocSettings() {
  return { MALLOC_MMAP_THRESHOLD_: String(4 * 1024 * 1024) };
}
