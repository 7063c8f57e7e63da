import { parseSync } from 'oxc-parser';

/** Matches the functions that declare a test or a group of tests: `it`, `test`, `testBoth`, `describe`. */
const declaring = /^(?:it|test\w*|describe)$/;

/** Matches an id of a rule: of docs/product.md (P) or docs/threats.md (T, I, S and O). */
export const ruleId = /\b(?:[PTSO]-\d+\.\d+|I-\d+)\b/g;

/**
 * Returns the titles of a test file's tests and groups of tests, each with the ids of the rules that
 * it proves, which end the title in brackets.
 */
export function testTitles({ path, text }) {
  const titles = [];
  visit(parseSync(path, text).program, (node) => {
    if (node.type !== 'CallExpression' || !declaring.test(calledName(node.callee))) return;
    const title = literalText(node.arguments[0]);
    if (title === undefined) return;
    const [, words, ids] = /^(.*?)(?: \[([^\]]*)\])?$/s.exec(title);
    const proven = ids?.match(ruleId) ?? [];
    titles.push(proven.length > 0 ? { path, title: words, ids: proven } : { path, title, ids: [] });
  });
  return titles;
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

function visit(node, act) {
  if (Array.isArray(node)) {
    for (const each of node) visit(each, act);
  } else if (typeof node?.type === 'string') {
    act(node);
    for (const child of Object.values(node)) {
      if (typeof child === 'object' && child !== null) visit(child, act);
    }
  }
}
