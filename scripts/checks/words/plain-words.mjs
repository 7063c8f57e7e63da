import { parseSync } from 'oxc-parser';

/**
 * The rules for words in comments, test titles and declared names. `parts` are the parts of a file
 * that a rule reads, `breaks` finds a fault in one text, or in a name with its number of parameters.
 * `example` is a fault that the rule must find, `because` names the words to write instead.
 */
export const wordRules = [
  {
    name: 'a sentence begins with a verb or a noun',
    parts: ['comment'],
    breaks: ({ text }) => /(?:^|[.!?]\s+)(?:What|Who|Whom|Whose|Of|The same|That of|Those of)\b/.test(text),
    example: { part: 'comment', text: 'Returns a row. Of two, the first.' },
    because: 'it stands alone: "Returns the row", "The name of the drawer"',
  },
  {
    name: 'no rare word',
    parts: ['comment', 'title'],
    breaks: ({ text }) =>
      /\b(?:whoever|whomever|whosoever|anew|hence|thence|whence|thither|hither|thereby|whereby|therein|wherein|thereof|therefrom|lest|besides?(?!-)|whom)\b/i.test(
        text,
      ),
    example: { part: 'title', text: 'is made anew' },
    because: 'again, therefore, in addition to, next to, the person who, the person that',
  },
  {
    name: 'immediately or concurrently',
    parts: ['comment', 'title'],
    breaks: ({ text }) => /\bat once\b/i.test(text),
    example: { part: 'comment', text: 'Closes all streams at once.' },
    because: '"at once" has several meanings: immediately, concurrently, in one message',
  },
  {
    name: 'no inverted turn',
    parts: ['comment', 'title'],
    breaks: ({ text }) =>
      /\b(?:of before|if it has any|of ours|(?:is|are) said|(?:is|are|was|were) no more(?! than))\b/i.test(
        text,
      ),
    example: { part: 'comment', text: 'Keeps the rows of before.' },
    because: 'the earlier rows, the previous value, our own page, is shown',
  },
  {
    name: 'no vague word',
    parts: ['comment'],
    breaks: ({ text }) =>
      /\b(?:somebody|everybody|(?:is|are|was|were) gone|comes? back|goes on|heard? of)\b/i.test(text),
    example: { part: 'comment', text: 'The booking is gone.' },
    because: 'a user, all users, is deleted, returns, continues, is informed',
  },
  {
    name: 'no rare word in a name',
    parts: ['name'],
    breaks: ({ text }) => /^(?:was|now)Of$|(?:^|[a-z])AtOnce|^atOnce|[aA]new(?![a-z])|whoever/.test(text),
    example: { part: 'name', text: 'sealAnew' },
    because: 'before and after, reencrypt, readInOneMessage, neighbours',
  },
  {
    name: 'of one argument',
    parts: ['name'],
    breaks: ({ text, parameters }) => /[a-z]Of$/.test(text) && parameters > 1,
    example: { part: 'name', text: 'nameOf', parameters: 2 },
    because: 'xOf turns one argument into one value; with more of them it is a verb: findName',
  },
];

/** Finds the faults of a file, as `path:line: rule: text`. */
export function wordFaults({ path, text }) {
  return partsOf({ path, text }).flatMap((one) =>
    wordRules
      .filter(({ parts, breaks }) => parts.includes(one.part) && breaks(one))
      .map(({ name }) => `${path}:${lineOf(text, one.start)}: ${name}: ${one.text}`),
  );
}

/** Lists the comments, test titles and declared names of a file. */
export function partsOf({ path, text }) {
  if (path.endsWith('.css'))
    return paragraphsOf([...text.matchAll(/\/\*([\s\S]*?)\*\//g)].map(cssComment), text);
  if (path.endsWith('.sql')) return paragraphsOf([...text.matchAll(/--(.*)$/gm)].map(sqlComment), text);
  const { program, comments } = parseSync(path, text);
  const parts = paragraphsOf(comments, text);
  visit(program);
  return parts;

  function visit(node) {
    if (Array.isArray(node)) return node.forEach(visit);
    if (node === null || typeof node !== 'object') return undefined;
    parts.push(...titlesIn(node), ...namesIn(node));
    Object.values(node).forEach(visit);
    return undefined;
  }
}

function cssComment(match) {
  return { type: 'Block', value: match[1], start: match.index, end: match.index + match[0].length };
}

function sqlComment(match) {
  return { type: 'Line', value: match[1], start: match.index, end: match.index + match[0].length };
}

/** Joins the lines of a comment, and consecutive line comments. Code and quoted texts are removed. */
function paragraphsOf(comments, text) {
  const joined = [];
  for (const { type, value, start, end } of comments) {
    const last = joined.at(-1);
    const follows = last && type === 'Line' && /^\r?\n[ \t]*$/.test(text.slice(last.end, start));
    if (follows && last.type === 'Line') Object.assign(last, { text: `${last.text} ${value.trim()}`, end });
    else joined.push({ part: 'comment', type, text: value, start, end });
  }
  return joined.map((one) => ({ ...one, text: plainText(one.text) }));
}

function plainText(comment) {
  return comment
    .replaceAll(/^\s*\*|@param \w+/gm, ' ')
    .replaceAll(/`[^`]*`|"[^"]*"|(?<!\w)'[^']*'(?!\w)/g, 'x')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

const testFunctions = new Set(['it', 'test', 'describe']);

function titlesIn(node) {
  if (node.type !== 'CallExpression') return [];
  const [title] = node.arguments;
  const isTest = testFunctions.has(rootName(node.callee));
  const text =
    title?.type === 'Literal' ? title.value : title?.quasis?.map(({ value }) => value.cooked).join('x');
  return isTest && typeof text === 'string' ? [{ part: 'title', text, start: title.start }] : [];
}

/** Returns the first name of a call such as `it.each(rows)` or `test.describe`. */
function rootName(callee) {
  if (callee.type === 'MemberExpression') return rootName(callee.object);
  return callee.type === 'CallExpression' ? rootName(callee.callee) : callee.name;
}

const functions = new Set(['ArrowFunctionExpression', 'FunctionExpression', 'TSEmptyBodyFunctionExpression']);

/** Lists the names that a node declares, with the number of parameters if it is a function. */
function namesIn(node) {
  const { type, id, key, init, value, params } = node;
  if (/^(?:FunctionDeclaration|TSDeclareFunction)$/.test(type)) return nameOf(id, params);
  if (/^(?:ClassDeclaration|TSInterfaceDeclaration|TSTypeAliasDeclaration)$/.test(type)) return nameOf(id);
  if (type === 'VariableDeclarator') return nameOf(id, functions.has(init?.type) ? init.params : undefined);
  if (/^(?:MethodDefinition|PropertyDefinition|TSMethodSignature|TSPropertySignature)$/.test(type))
    return nameOf(key, params ?? (functions.has(value?.type) ? value.params : undefined));
  return [];
}

function nameOf(id, params = []) {
  if (id?.type !== 'Identifier' && id?.type !== 'PrivateIdentifier') return [];
  return [{ part: 'name', text: id.name, parameters: params.length, start: id.start }];
}

function lineOf(text, position) {
  return text.slice(0, position).split('\n').length;
}
