/** The words with which people ask for no more messages, in lower case. */
const stopWords: ReadonlySet<string> = new Set([
  'stop',
  'stop all',
  'stopall',
  'unsubscribe',
  'opt out',
  'optout',
  'quit',
  'end',
  'no more',
  'बंद',
  'बंद करो',
  'बंद करें',
  'बंद करा',
  'रोको',
  'थांबवा',
  'नको',
  'ఆపు',
  'ఆపండి',
  'వద్దు',
]);

/** Returns whether a message says nothing but that the person wants no more of them. */
export function isStop(text: string): boolean {
  const words = text
    .toLowerCase()
    .replaceAll(/[\p{P}\s]+/gu, ' ')
    .trim();
  return stopWords.has(words);
}
