import bowser from 'bowser';

/** Longer than any browser's own. */
const longest = 400;

/** What a browser says of itself, as it is kept with the session. */
export function userAgentOf(headers: { readonly 'user-agent'?: string | undefined }): string | null {
  return headers['user-agent']?.slice(0, longest) || null;
}

/** The words for a browser that a person would use; null for what nobody would recognise. */
export function describeDevice(userAgent: string | null): { browser: string | null; system: string | null } {
  if (!userAgent) return { browser: null, system: null };
  const { browser, os } = bowser.parse(userAgent);
  return { browser: browser.name || null, system: os.name || null };
}
