const longest = 80;

/**
 * Makes a typed name safe to repeat in a mail: no mail program turns it into a link, and it is too
 * short for a message. Rows may be older than the rule that rejects addresses in names
 * (`mailedLine` in the contract). `A.K.Sharma` becomes `A. K. Sharma`.
 */
export function withoutLinks(name: string): string {
  const apart = name
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')
    .replaceAll(/[.\uFF0E\u3002\uFF61](?=[^\s.])/gu, '. ')
    .replaceAll(':/', ': /');
  const signs = Array.from(apart);
  return signs.length <= longest ? apart : `${signs.slice(0, longest - 1).join('')}…`;
}
