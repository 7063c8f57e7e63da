/**
 * A visible text that is agreed, literally. `{name}` is a placeholder. A text that no browser
 * test can show names the unit test that contains it, by its path from the repository's root.
 */
type AgreedText = string | { readonly text: string; readonly unit: string };

/** The texts by the part of the product that shows them. */
export type AgreedTexts = Readonly<Record<string, readonly AgreedText[]>>;

/**
 * Returns the agreed texts that the browser tests did not see and that their unit test does not
 * contain, each with its part. A text counts if it was read alone at one place, and not as a
 * part of a longer one. `seen` has one text a line. `sourceOf` reads a file of the repository.
 */
export function missingTexts(list: AgreedTexts, seen: string, sourceOf: (path: string) => string): string[] {
  return Object.entries(list).flatMap(([section, texts]) =>
    texts.flatMap((entry) => {
      const { text, unit } = typeof entry === 'string' ? { text: entry, unit: undefined } : entry;
      if (wholeLine(text).test(seen) || (unit !== undefined && wholeLiteral(text).test(sourceOf(unit))))
        return [];
      return [unit === undefined ? `${section}: ${text}` : `${section}: ${text} (not in ${unit} either)`];
    }),
  );
}

function wholeLine(text: string): RegExp {
  return new RegExp(`^${pattern(text)}$`, 'mu');
}

/**
 * Matches the text as a whole string literal, or as a regular expression that matches it from its
 * start.
 */
function wholeLiteral(text: string): RegExp {
  return new RegExp(`(["'\`])${pattern(text)}\\1`, 'u');
}

function pattern(text: string): string {
  return text
    .split(/\{\w+\}/)
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&'))
    .join('.+');
}
