import { parseSync } from 'oxc-parser';

/**
 * The rules for the words of comments and test titles. `breaks` finds a fault, `example` is one that
 * it must find, `because` names the words to write instead.
 */
export const wordRules = [
  {
    name: 'a sentence begins with a verb or a noun',
    onlyComments: true,
    breaks: /(?:^|[.!?]\s+)(?:What|Who|Whom|Whose|Of|The same|That of|Those of)\b/,
    example: 'Returns a row. Of two, the first.',
    because: 'it stands alone: "Returns the row", "The name of the drawer"',
  },
  {
    name: 'no rare word',
    breaks:
      /\b(?:whoever|whomever|whosoever|anew|hence|thence|whence|thither|hither|thereby|whereby|therein|wherein|thereof|therefrom|lest|besides?(?!-)|whom)\b/i,
    example: 'is made anew',
    because: 'again, therefore, in addition to, next to, the person who, the person that',
  },
  {
    name: 'immediately or concurrently',
    breaks: /\bat once\b/i,
    example: 'Closes all streams at once.',
    because: '"at once" has several meanings: immediately, concurrently, in one message',
  },
  {
    name: 'no inverted turn',
    breaks: /\b(?:of before|if it has any|of ours|(?:is|are) said|(?:is|are|was|were) no more(?! than))\b/i,
    example: 'Keeps the rows of before.',
    because: 'the earlier rows, the previous value, our own page, is shown',
  },
  {
    name: 'no vague word',
    onlyComments: true,
    breaks: /\b(?:somebody|everybody|(?:is|are|was|were) gone|comes? back|goes on|heard? of)\b/i,
    example: 'The booking is gone.',
    because: 'a user, all users, is deleted, returns, continues, is informed',
  },
];

/** Finds the faults of a file, as `path: rule: text`. */
export function wordFaults({ path, text }) {
  const titles = [...text.matchAll(/^\s*(?:it|test|describe)\b[^'"`\n]*(['"`])(.+?)\1/gm)];
  return [
    ...faultsIn(commentsOf({ path, text }).map(plainText), wordRules),
    ...faultsIn(
      titles.map((title) => title[2]),
      wordRules.filter((rule) => !rule.onlyComments),
    ),
  ].map((fault) => `${path}: ${fault}`);
}

function faultsIn(texts, rules) {
  return texts.flatMap((one) =>
    rules.filter(({ breaks }) => breaks.test(one)).map(({ name }) => `${name}: ${one}`),
  );
}

/** Lists the comments of a file; consecutive line comments are one. */
export function commentsOf({ path, text }) {
  if (path.endsWith('.css')) return text.match(/\/\*[\s\S]*?\*\//g) ?? [];
  if (path.endsWith('.sql')) return text.match(/(?:^[ \t]*--.*\n?)+/gm) ?? [];
  const blocks = [];
  for (const { type, value, start, end } of parseSync(path, text).comments) {
    const last = blocks.at(-1);
    const follows = last && type === 'Line' && /^\r?\n[ \t]*$/.test(text.slice(last.end, start));
    if (follows) Object.assign(last, { value: `${last.value}\n${value}`, end });
    else blocks.push({ value, end });
  }
  return blocks.map(({ value }) => value);
}

/** Returns a comment without its marks, and without code and quoted texts. */
function plainText(comment) {
  return comment
    .replaceAll(/^\s*(?:\/?\*+|--)|\*\/|@param \w+/gm, ' ')
    .replaceAll(/`[^`]*`|"[^"]*"|(?<!\w)'[^']*'(?!\w)/g, 'x')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
