import { renderSVG } from 'uqr';
import { Html, html } from '../own-booking/html.ts';
import type { View } from '../page-parts/view.ts';

/** Writes a page to print and hang up: the code that opens the page of the business. */
export function writePoster({ shown: { business, context }, words, address }: View, publicUrl: string): Html {
  const url = publicUrl + address();
  return html`<div class="poster">
    <h1>${business.name}</h1>
    <p class="when">${words.poster[context.businessType]}</p>
    <div class="code" role="img" aria-label="${url}">${new Html(renderSVG(url, { border: 2 }))}</div>
    <p>${url}</p>
  </div>`;
}
