import { createRequire } from 'node:module';
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cruise } from 'dependency-cruiser';
import { folderCycles } from './folder-cycles.mjs';

// Checks the import directions of .dependency-cruiser.cjs, that no folders import each other in a
// cycle, and that every source file was read: a parser that fails to read files reports no
// violations.
const root = process.argv[2] ?? dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const { forbidden, options } = createRequire(import.meta.url)(join(root, '.dependency-cruiser.cjs'));
const workspaces = ['contract', 'server', 'web', 'sandbox', 'e2e', 'bench', 'scripts'];

const { output } = await cruise(workspaces, {
  ...options,
  baseDir: root,
  ruleSet: { forbidden },
  validate: true,
});
const read = new Set(output.modules.map((module) => module.source));
const sources = workspaces.flatMap(sourcesOf);
const unread = sources.filter((file) => !read.has(file));
const edges = output.modules.reduce((sum, module) => sum + module.dependencies.length, 0);
const { violations } = output.summary;
const cycles = folderCycles(output.modules);

for (const { rule, from, to } of violations) console.log(`${rule.name}: ${from} → ${to}`);
for (const { folders, imports } of cycles) {
  console.log(`folder-cycle: ${folders.join(', ')}`);
  for (const [from, to] of imports) console.log(`  ${from} → ${to}`);
}
for (const file of unread) console.log(`not read: ${file}`);
console.log(
  `${sources.length - unread.length} of ${sources.length} files read, ${edges} imports, ${violations.length} forbidden, ${cycles.length} cycles of folders`,
);
process.exitCode = violations.length + cycles.length + unread.length > 0 || edges === 0 ? 1 : 0;

function sourcesOf(workspace) {
  return readdirSync(join(root, workspace), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(tsx?|mjs)$/.test(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(root.length + 1))
    .filter((file) => !/(^|\/)(node_modules|dist|coverage)\//.test(file) && !file.endsWith('.d.ts'));
}
