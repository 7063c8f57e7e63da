/**
 * Reads the clock; nothing else does. A separate file, because the login page needs nothing else of
 * `time.ts`.
 */
export function now(): Date {
  return new Date();
}
