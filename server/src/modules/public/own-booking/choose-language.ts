import { english } from './english.ts';
import { hindi } from './hindi.ts';
import { marathi } from './marathi.ts';
import { type OwnLanguage, ownLanguages, type OwnWords } from './own-words.ts';
import { telugu } from './telugu.ts';

export const ownWords: Readonly<Record<OwnLanguage, OwnWords>> = {
  en: english,
  hi: hindi,
  mr: marathi,
  te: telugu,
};

/** Returns the first of some codes that is a language of the page; else the first one that a browser accepts. */
export function chooseLanguage(
  codes: readonly (string | null | undefined)[],
  accepted: string | undefined,
): OwnLanguage {
  const browser = (accepted ?? '')
    .slice(0, 200)
    .split(',')
    .map((part) => part.trim().slice(0, 2).toLowerCase());
  return [...codes, ...browser].find(isLanguage) ?? 'en';
}

function isLanguage(code: string | null | undefined): code is OwnLanguage {
  return ownLanguages.some((language) => language === code);
}
