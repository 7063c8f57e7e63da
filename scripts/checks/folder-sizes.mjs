import { existsSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Migrations and decision records are missing here: they are sequences and grow without end. */
const sources = [
  'contract/src',
  'server/src',
  'server/test',
  'web/src',
  'web/test',
  'e2e',
  'sandbox/src',
  'bench/src',
  'scripts',
];

/** The most files of a folder, not counting those of its subfolders. */
const limit = 30;

/** Finds the source folders with more files than the limit, as `{ folder, files }`. */
export function foldersAboveLimit(root) {
  return sources
    .filter((source) => existsSync(join(root, source)))
    .flatMap((source) => foldersUnder(join(root, source)))
    .map((folder) => ({ folder: relative(root, folder), files: filesIn(folder) }))
    .filter(({ files }) => files > limit);
}

function foldersUnder(folder) {
  const below = readdirSync(folder, { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && entry.name !== 'node_modules',
  );
  return [folder, ...below.flatMap(({ name }) => foldersUnder(join(folder, name)))];
}

function filesIn(folder) {
  return readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile()).length;
}
