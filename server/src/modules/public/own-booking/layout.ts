import { html, Html } from './html.ts';
import { type OwnLanguage, ownLanguages, type OwnWords } from './own-words.ts';
import { ownWords } from './choose-language.ts';
import { style } from './style.ts';

export interface Page {
  readonly language: OwnLanguage;
  readonly words: OwnWords;
  /** Returns the address of this page in another language. */
  readonly addressIn: (language: OwnLanguage) => string;
  /** Allows the style element of this response, and no other. */
  readonly nonce: string;
  readonly publicUrl: string;
  /** The part of the head for search engines and for those who share the page; by default it is not listed. */
  readonly head?: Html;
}

const unlisted = html`<meta name="robots" content="noindex, nofollow" />`;

/** Writes a whole page: without a script, an image or anything else that is loaded. */
export function writePage(
  { language, words, addressIn, nonce, publicUrl, head = unlisted }: Page,
  title: string,
  content: Html,
): string {
  const others = ownLanguages.filter((other) => other !== language);
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        ${head}
        <meta name="referrer" content="no-referrer" />
        <meta name="color-scheme" content="light dark" />
        <meta name="format-detection" content="telephone=no" />
        <title>${title}</title>
        <style nonce="${nonce}">
          ${new Html(style)}
        </style>
      </head>
      <body>
        <main>${content}</main>
        <footer>
          <nav aria-label="${words.language}">
            <ul>
              ${others.map(
                (other) =>
                  html`<li>
                    <a href="${addressIn(other)}" lang="${other}" hreflang="${other}"
                      >${ownWords[other].name}</a
                    >
                  </li>`,
              )}
            </ul>
          </nav>
          <p><a href="${publicUrl}/privacy-policy">${words.privacy}</a></p>
        </footer>
      </body>
    </html> `.text;
}

/** Writes a page of a sentence and its explanation, which says nothing of any booking. */
export function writeNotice(page: Page, title: string, text?: string): string {
  return writePage(
    page,
    title,
    html`<h1>${title}</h1>
      ${text !== undefined && html`<p>${text}</p>`}`,
  );
}
