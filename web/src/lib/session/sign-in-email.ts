/** Whether what was typed can be an e-mail address. By hand: a schema would double the code of the pages before signing in. */
export function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(text.trim());
}

/**
 * The address that somebody will sign in with next, for the login page to fill in once: in memory, so that no address bar or storage holds it.
 */
export const signInPrefill = { email: '' };
