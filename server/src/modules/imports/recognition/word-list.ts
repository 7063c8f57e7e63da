/** Returns the words of a list with commas, each as Unicode composes it. */
export function wordsIn(list: string): string[] {
  return list.split(',').map((word) => word.trim().normalize('NFC'));
}
