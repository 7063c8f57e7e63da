/** A part of pg without types. */
declare module 'pg/lib/utils' {
  /**
   * Converts a value as pg does for a parameter of a statement: dates, arrays, booleans and numbers
   * to text.
   */
  export function prepareValue(value: unknown): string | Buffer | null;
}
