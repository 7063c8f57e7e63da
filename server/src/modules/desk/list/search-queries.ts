import { foldText, searchWords } from '@samay/contract/core/fold';
import { searchedDigits } from '@samay/contract/core/telephone';
import { containsPattern } from '../../../db/keyset-pagination.ts';

/** LIKE patterns of a search, for columns that are folded. */
export interface SearchValues {
  /** The patterns, all of which must match. */
  readonly patterns: readonly string[];
  /** The longest pattern, which the index finds with the fewest rows to compare. */
  readonly pattern: string;
  /** The digits of a telephone number, which match in place of the patterns. */
  readonly number: string | null;
}

/** The values of a list without a search, which do not count. */
const unsearched: SearchValues = { patterns: [], pattern: '', number: null };

/**
 * Splits a text into words that may come in any order; a telephone number, or a part of one,
 * matches by its digits or as written.
 */
export function searchValues(search = ''): SearchValues {
  if (search === '') return unsearched;
  const digits = searchedDigits(search);
  if (digits === undefined) return { ...getValues(searchWords(search)), number: null };
  return { ...getValues([foldText(search)]), number: containsPattern(digits) };
}

/** Returns patterns that contain these words. */
export function getValues(words: readonly string[]): Pick<SearchValues, 'patterns' | 'pattern'> {
  const patterns = words.map(containsPattern);
  return { patterns, pattern: patterns.toSorted((a, b) => b.length - a.length)[0] ?? '' };
}
