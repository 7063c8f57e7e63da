/** Returns whether the server runs a demo or in development, from a meta element of the page. */
export function isDemo(): boolean {
  return getSetting('samay-mode') !== 'production';
}

/**
 * Returns the nonce that the content security policy requires of styles; a new one for every page
 * load.
 */
export function styleNonce(): string {
  return getSetting('csp-nonce');
}

function getSetting(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';
}
