import { foldText, searchWords } from '@samay/contract/core/fold';
import { searchedDigits } from '@samay/contract/core/telephone';
import { containsPattern } from '../../../db/keyset-pagination.ts';

/** LIKE patterns of a search, for columns that are folded. */
export interface SearchValues {
  /** All of them have to match. */
  readonly patterns: readonly string[];
  /** The longest of them, which the index finds with the fewest rows to compare. */
  readonly pattern: string;
  /** Matches in place of them: the digits of a telephone number. */
  readonly number: string | null;
}

/** Each word of a text, in any order; a telephone number, or a part of one, by its digits or as it is. */
export function searchValues(search = ''): SearchValues {
  const digits = searchedDigits(search);
  if (digits === undefined) return { ...valuesOf(searchWords(search)), number: null };
  return { ...valuesOf([foldText(search)]), number: containsPattern(digits) };
}

/** Patterns that contain these words. */
export function valuesOf(words: readonly string[]): Pick<SearchValues, 'patterns' | 'pattern'> {
  const patterns = words.map(containsPattern);
  return { patterns, pattern: patterns.toSorted((a, b) => b.length - a.length)[0] ?? '' };
}
