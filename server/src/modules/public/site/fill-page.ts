/**
 * Replaces each `{{name}}` of a template with its value. Values are HTML; a name without a value
 * throws.
 */
export function fillPage(page: string, values: Readonly<Record<string, string>>): string {
  return page.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`The page asks for "${name}", which nobody gives`);
    return value;
  });
}

/**
 * Repeats the part between `<!--name-->` and `<!--/name-->` for each row, filled with its values.
 */
export function repeatPart(
  page: string,
  name: string,
  rows: readonly Readonly<Record<string, string>>[],
): string {
  const [before, rest] = cut(page, `<!--${name}-->`);
  const [part, after] = cut(rest, `<!--/${name}-->`);
  return `${before}${rows.map((row) => fillPage(part, row)).join('')}${after}`;
}

/** Escapes text for HTML content and attributes. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`);
}

function cut(text: string, at: string): [string, string] {
  const index = text.indexOf(at);
  if (index < 0) throw new Error(`The page has no ${at}`);
  return [text.slice(0, index), text.slice(index + at.length)];
}
