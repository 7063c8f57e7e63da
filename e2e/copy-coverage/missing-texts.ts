import type { SpecifiedText, SpecifiedTexts } from './text.ts';

/**
 * The texts that neither stand among what the journeys saw, one text a line, nor in the unit test that is named for them, each with the
 * part of the specification it is from. `sourceOf` reads a file of the repository.
 */
export function missingTexts(list: SpecifiedTexts, seen: string, sourceOf: (path: string) => string): string[] {
  return Object.entries(list).flatMap(([part, texts]) =>
    texts.flatMap((entry) => {
      const { text, unit } = asNamed(entry);
      if (pattern(text).test(seen) || (unit !== undefined && isIn(sourceOf(unit), text))) return [];
      return [unit === undefined ? `${part}: ${text}` : `${part}: ${text} (not in ${unit} either)`];
    }),
  );
}

function asNamed(entry: SpecifiedText): { text: string; unit?: string } {
  return typeof entry === 'string' ? { text: entry } : entry;
}

/** As a whole: not the beginning or the end of a longer word. */
function pattern(text: string): RegExp {
  const words = text.split(placeholder).map((piece) => piece.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&'));
  return new RegExp(`(?<![\\p{L}\\p{N}])${words.join('.+')}(?![\\p{L}\\p{N}])`, 'u');
}

function isIn(source: string, text: string): boolean {
  return text.split(placeholder).every((piece) => source.includes(piece));
}

const placeholder = /\{\w+\}/;
