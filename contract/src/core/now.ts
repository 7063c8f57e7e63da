/**
 * Reads the clock; nothing else does. In a file of its own, because the login page needs nothing
 * else of `time.ts`.
 */
export function now(): Date {
  return new Date();
}
