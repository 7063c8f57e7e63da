/**
 * Returns the error of a query that found nothing, in one line: the query, the page's
 * announcements, its fields with their values, and its headings. It is created at each poll of a
 * query that waits, so it costs little; the library's own prints the whole document.
 */
export function elementError(message: string | null, container: Element): Error {
  const [sought = ''] = (message ?? '').trim().split('\n');
  const fields = [...container.querySelectorAll('input:not([type=hidden]), textarea')].map((field) =>
    fieldInWords(field as Field),
  );
  const parts = {
    announced: texts(container, '[role="alert"], [role="status"]'),
    fields,
    headings: texts(container, 'h1, h2, h3'),
  };
  const page = Object.entries(parts).map(([part, found]) => `${part}: ${found.join(', ') || 'none'}`);
  // The name by which the library replaces the trace of its poll with that of the test.
  return Object.assign(new Error([sought, ...page].join(' | ')), { name: 'TestingLibraryElementError' });
}

type Field = HTMLInputElement | HTMLTextAreaElement;

function fieldInWords(field: Field): string {
  const isOption = field.type === 'checkbox' || field.type === 'radio';
  const value = isOption ? ((field as HTMLInputElement).checked ? 'on' : 'off') : field.value;
  return `${field.labels?.[0]?.textContent ?? field.type} = ${value}${field.disabled ? ' (disabled)' : ''}`;
}

function texts(container: Element, selector: string): string[] {
  return [...container.querySelectorAll(selector)]
    .map(({ textContent }) => textContent.trim())
    .filter((text) => text !== '');
}
