/** Whether this page belongs to a demo or to development; the server writes which into the page. */
export function isDemo(): boolean {
  return document.querySelector<HTMLMetaElement>('meta[name="samay-mode"]')?.content !== 'production';
}
