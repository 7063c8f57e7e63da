import type { OwnLanguage } from '../../own-booking/own-words.ts';
import { english } from './english.ts';
import { hindi } from './hindi.ts';
import { marathi } from './marathi.ts';
import type { PageWords } from './page-words.ts';
import { telugu } from './telugu.ts';

/** The words of the public page by language. */
export const pageWords: Readonly<Record<OwnLanguage, PageWords>> = {
  en: english,
  hi: hindi,
  mr: marathi,
  te: telugu,
};
