/**
 * A text of the specification that a person can see, to the letter. `{name}` is a placeholder. A
 * text that no browser test can show names the unit test that contains it, by its path from the
 * repository's root.
 */
type SpecifiedText = string | { readonly text: string; readonly unit: string };

/** The texts by the section of the specification that contains them. */
export type SpecifiedTexts = Readonly<Record<string, readonly SpecifiedText[]>>;

/**
 * Returns the specified texts that the browser tests did not see and that their unit test does not
 * contain, each with its section. `seen` has one text a line. `sourceOf` reads a file of the
 * repository.
 */
export function missingTexts(
  list: SpecifiedTexts,
  seen: string,
  sourceOf: (path: string) => string,
): string[] {
  return Object.entries(list).flatMap(([section, texts]) =>
    texts.flatMap((entry) => {
      const { text, unit } = typeof entry === 'string' ? { text: entry, unit: undefined } : entry;
      if (wholeText(text).test(seen) || (unit !== undefined && contains(sourceOf(unit), text))) return [];
      return [unit === undefined ? `${section}: ${text}` : `${section}: ${text} (not in ${unit} either)`];
    }),
  );
}

/** A pattern that matches the text, but not as the beginning or end of a longer word. */
function wholeText(text: string): RegExp {
  const parts = text.split(placeholder).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&'));
  return new RegExp(`(?<![\\p{L}\\p{N}])${parts.join('.+')}(?![\\p{L}\\p{N}])`, 'u');
}

function contains(source: string, text: string): boolean {
  return text.split(placeholder).every((part) => source.includes(part));
}

const placeholder = /\{\w+\}/;
