import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ruleId, testTitles } from './test-titles.mjs';

const documents = ['docs/product.md', 'docs/threats.md'];
const folders = ['contract', 'server', 'web', 'sandbox', 'e2e', 'bench', 'scripts', 'docs', 'operations'];
/** The check's own files, whose examples have ids of no rule. */
const isExample = /^scripts\/checks\/(?:product-rules|test-titles)\./;

/**
 * Reads the repository for the checks of its rules: the areas of docs/product.md and docs/threats.md
 * with their rules, the titles of all tests, and each id that a file cites.
 */
export function readProduct(root) {
  const files = ['README.md', ...folders.flatMap((folder) => namesIn(root, folder))]
    .filter((path) => !isExample.test(path) && path !== 'docs/coverage.md')
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
  return {
    areas: documents.flatMap((path) => ruleAreas(readFileSync(join(root, path), 'utf8'))),
    titles: files.filter(({ path }) => /\.(?:test|spec)\.(?:tsx?|mjs)$/.test(path)).flatMap(testTitles),
    cited: files.flatMap(({ path, text }) => (text.match(ruleId) ?? []).map((id) => ({ path, id }))),
  };
}

/**
 * Returns the areas of a document in order. A heading `## 5. Bookings` has the rules P-5.1, P-5.2, …;
 * `## T-1. Hostile input` has T-1.1, …; `## I. Invariants` has I-1, ….
 */
export function ruleAreas(text) {
  return text
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [heading] = section.split('\n', 1);
      const name = heading.split('. ', 1)[0];
      return {
        heading,
        prefix: /^\d+$/.test(name) ? `P-${name}.` : name === 'I' ? 'I-' : `${name}.`,
        ids: [...section.matchAll(/^- \*\*([^*]+)\*\* \S/gm)].map(([, id]) => id),
      };
    });
}

/**
 * Lists what is wrong with the rules: an id of another area, one that is not above the one before it,
 * a rule that no test's title names, and a cited id that is no rule's.
 */
export function ruleFaults({ areas, titles, cited }) {
  const proven = new Set(titles.flatMap(({ ids }) => ids));
  const known = new Set(areas.flatMap(({ ids }) => ids));
  return [
    ...areas.flatMap(({ heading, prefix, ids }) => [
      ...ids.filter((id) => !id.startsWith(prefix)).map((id) => `${id} is not of the area ${heading}`),
      ...ids
        .filter((id, at) => at > 0 && !(numberOf(id) > numberOf(ids[at - 1])))
        .map((id) => `${id} is not above the id before it`),
      ...ids.filter((id) => !proven.has(id)).map((id) => `${id} has no test`),
    ]),
    ...cited
      .filter(({ id }) => !known.has(id))
      .map(({ path, id }) => `${path} cites ${id}, which is no rule`),
  ];
}

function numberOf(id) {
  return Number(/\d+$/.exec(id)?.[0]);
}

/** Returns docs/coverage.md: each rule of each area with the tests that name it, by file. */
export function coverageText({ areas, titles }) {
  const sections = areas.map(({ heading, ids }) =>
    [`## ${heading}`, '', ...ids.map((id) => `- **${id}** ${testsText(titles, id)}`)].join('\n'),
  );
  return (
    [
      '# Coverage',
      'The tests of each rule of [product.md](product.md) and [threats.md](threats.md). `npm run coverage` writes this\n' +
        "page from the ids at the end of the tests' titles.",
      ...sections,
      '',
    ]
      .join('\n\n')
      .trimEnd() + '\n'
  );
}

function testsText(titles, id) {
  const named = titles.filter(({ ids }) => ids.includes(id));
  const byFile = Object.groupBy(named, ({ path }) => path);
  return Object.keys(byFile)
    .toSorted()
    .map((path) => `\`${path}\`: ${byFile[path].map(({ title }) => escaped(title)).join('; ')}`)
    .join(' · ');
}

/** Keeps a title plain text in Markdown. */
function escaped(title) {
  return title.replaceAll(/\s+/g, ' ').replaceAll(/[\\`*_[\]<>|]/g, (mark) => `\\${mark}`);
}

function namesIn(root, folder) {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:tsx?|mjs|sql|css|html|md|ya?ml)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .filter((path) => !/(?:^|\/)(?:node_modules|dist|coverage)\//.test(path));
}
