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
  'band karo',
  'bandh karo',
  'band kare',
  'band karen',
  'band kara',
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
    // Emojis and their variation selectors, which are marks, say nothing else.
    .replaceAll(/[^\p{L}\p{M}\p{N}]|[\uFE00-\uFE0F]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return stopWords.has(words);
}
