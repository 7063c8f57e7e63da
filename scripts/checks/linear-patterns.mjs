import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
// Imports the JavaScript engine: the package's main module would search for a native one first.
import recheck from 'recheck/lib/browser.js';

/** Folders whose regular expressions run on input from outside. */
const folders = ['server/src', 'contract/src'];

/**
 * recheck's options. A pattern that is not judged within the timeout counts as a fault. Small
 * generations find the planted faults as well. An attack ends after a number of characters: if the
 * clock ended it, it would count as a success, and a busy machine would find other faults.
 */
const options = {
  timeout: 300_000,
  attackTimeout: null,
  incubationTimeout: null,
  maxInitialGenerationSize: 100,
  maxGenerationSize: 30,
  mutationSize: 6,
  crossoverSize: 8,
};

/** Lists every source file of server and contract that runs in production, as `{ path, text }`. */
export function productionSources(root) {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true })
      .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
      .map((path) => ({ path: join(folder, path), text: readFileSync(join(root, folder, path), 'utf8') })),
  );
}

/**
 * Finds the regular expressions of a file: literals, and `RegExp(…)` with constant text. `source`
 * is undefined if it is built at run time.
 */
export function patternsOf({ path, text }) {
  const patterns = [];
  visit(parseSync(path, text).program);
  return patterns;

  function visit(node) {
    if (Array.isArray(node)) node.forEach(visit);
    if (node === null || typeof node !== 'object' || Array.isArray(node)) return;
    if (node.type === 'Literal' && node.regex)
      patterns.push({ path, source: node.regex.pattern, flags: node.regex.flags });
    if (['NewExpression', 'CallExpression'].includes(node.type) && node.callee.name === 'RegExp') {
      const [source, flags] = node.arguments.map(constantText);
      patterns.push({ path, source, flags: flags ?? '', written: text.slice(node.start, node.end) });
    }
    Object.values(node).forEach(visit);
  }
}

function constantText(node) {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  const isText = node.type === 'TemplateLiteral' && node.expressions.length === 0;
  return isText ? node.quasis[0].value.cooked : undefined;
}

/**
 * Returns a sentence when a pattern may take more than linear time (ReDoS,
 * https://makenowjust-labs.github.io/recheck), undefined otherwise.
 */
export function faultOf({ path, source, flags, written }) {
  if (source === undefined)
    return `${path}: ${written} is put together while the server runs, so its complexity is unknown`;
  const { status, complexity, error } = recheck.checkSync(source, flags, options);
  if (status === 'safe') return undefined;
  return `${path}: /${source}/${flags} takes ${complexity?.summary ?? `nobody knows how long (${error?.kind ?? status})`}`;
}
