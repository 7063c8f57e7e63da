import { parseSync } from 'oxc-parser';

/** Matches the functions that declare a test or a group of tests: `it`, `test`, `testBoth`, `describe`. */
const declaring = /^(?:it|test\w*|describe)$/;

/** Matches an id of a rule: of docs/product.md (P) or docs/threats.md (T, I, S and O). */
export const ruleId = /\b(?:[PTSO]-\d+\.\d+|I-\d+)\b/g;

/**
 * Returns the titles of a test file's tests and groups of tests, each after those of the groups around
 * it and with the ids of the rules that it proves, which end its own title in brackets.
 */
export function testTitles({ path, text }) {
  const titles = [];
  visit(parseSync(path, text).program, []);
  return titles;

  function visit(node, groups) {
    if (Array.isArray(node)) return node.forEach((each) => visit(each, groups));
    if (typeof node?.type !== 'string') return;
    const title = titleOf(node);
    if (title !== undefined) titles.push({ path, title: [...groups, title.words].join(' '), ids: title.ids });
    const within = title === undefined ? groups : [...groups, title.words];
    for (const child of Object.values(node)) visit(child, within);
  }
}

/** Returns what a call that declares a test or a group says, apart from the ids at its end. */
function titleOf(node) {
  if (node.type !== 'CallExpression' || !declaring.test(calledName(node.callee))) return undefined;
  const title = literalText(node.arguments[0]);
  if (title === undefined) return undefined;
  const [, words, listed] = /^(.*?)(?: \[([^\]]*)\])?$/s.exec(title);
  const ids = listed?.match(ruleId) ?? [];
  return ids.length > 0 ? { words, ids } : { words: title, ids };
}

/** Returns `it` of `it(…)`, `it.only(…)`, `it.each(cases)(…)` and `it.runIf(isFull)(…)`. */
function calledName(callee) {
  if (callee.type === 'Identifier') return callee.name;
  if (callee.type === 'MemberExpression') return calledName(callee.object);
  if (callee.type === 'CallExpression') return calledName(callee.callee);
  if (callee.type === 'TaggedTemplateExpression') return calledName(callee.tag);
  return '';
}

function literalText(node) {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node?.type === 'TemplateLiteral') {
    return node.quasis.map(({ value }) => value.cooked).join('…');
  }
  return undefined;
}
