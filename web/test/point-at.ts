/** Sets a server's URL as the page's base, so that calls to `/api/…` reach it. */
export function pointAt(url: string): void {
  const base = document.querySelector('base') ?? document.head.appendChild(document.createElement('base'));
  base.href = url;
}
