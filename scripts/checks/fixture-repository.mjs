import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/**
 * Creates a temporary folder with this repository's rules and packages, and with the given files as
 * `{ path: text }`.
 */
export function fixtureRepository(files) {
  const directory = mkdtempSync(join(tmpdir(), 'samay-planted-'));
  for (const rules of ['.oxlintrc.json', '.dependency-cruiser.cjs', 'tsconfig.json', 'package.json']) {
    copyFileSync(join(root, rules), join(directory, rules));
  }
  symlinkSync(join(root, 'node_modules'), join(directory, 'node_modules'));
  for (const workspace of ['contract', 'server', 'web', 'sandbox', 'e2e', 'bench', 'scripts'])
    mkdirSync(join(directory, workspace));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), text);
  }
  return { directory, remove: () => rmSync(directory, { recursive: true }) };
}
