/** Whether this page belongs to a demo or to development; the server writes which into the page. */
export function isDemo(): boolean {
  return settingOf('samay-mode') !== 'production';
}

/** What this page's styles must carry for the content security policy to let them in; another one at every load. */
export function styleNonce(): string {
  return settingOf('csp-nonce');
}

function settingOf(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';
}
