import { escapeHtml } from '../site/fill-page.ts';

/** Markup that is safe to send. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | number | Html | false | null | undefined | readonly Part[];

/** Writes markup; every value that is no markup itself is escaped, and nothing comes of false and null. */
export function html(texts: TemplateStringsArray, ...values: readonly Part[]): Html {
  return new Html(texts.map((text, at) => text + toMarkup(values[at])).join(''));
}

function toMarkup(value: Part): string {
  if (value === undefined || value === null || value === false) return '';
  if (value instanceof Html) return value.text;
  if (Array.isArray(value)) return value.map(toMarkup).join('');
  return escapeHtml(`${value as string | number}`);
}
