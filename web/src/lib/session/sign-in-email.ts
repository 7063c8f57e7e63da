/**
 * Returns whether a text can be an email address. Checked by hand: a schema would double the code
 * of the pages before sign-in.
 */
export function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(text.trim());
}

/**
 * The email that the sign-in page fills in once: kept in memory, so that neither the URL nor
 * storage contains it.
 */
export const signInPrefill = { email: '' };
