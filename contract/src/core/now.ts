/** The one place that reads the machine's clock. Alone, because the login page needs it and nothing else of `time.ts`. */
export function now(): Date {
  return new Date();
}
