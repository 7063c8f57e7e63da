const longest = 80;

/**
 * A name that somebody typed, as a letter repeats it: no mail program makes a link of it, and it has no room for a message. What rows hold
 * already is older than the rule that refuses addresses (`mailedLine` in the contract). `A.K.Sharma` becomes `A. K. Sharma`.
 */
export function withoutLinks(name: string): string {
  const apart = name
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')
    .replaceAll(/[.\uFF0E\u3002\uFF61](?=[^\s.])/gu, '. ')
    .replaceAll(':/', ': /');
  const signs = Array.from(apart);
  return signs.length <= longest ? apart : `${signs.slice(0, longest - 1).join('')}…`;
}
