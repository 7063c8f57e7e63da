import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/**
 * The sources of a build: files, folders with all of their content, and folders whose own files
 * alone count.
 */
/** @typedef {{ all: readonly string[], own?: readonly string[] }} Sources */

/**
 * Runs `build` unless `directory` was built from the same sources.
 *
 * @param {{ root: string, directory: string, sources: Sources, title: string, build: () =>
 *   Promise<void> }} options
 */
export async function buildUnlessFresh({ root, directory, sources, title, build }) {
  const stamp = join(directory, '.stamp');
  const wanted = fingerprint(root, sources);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  console.log(title);
  await build();
  writeFileSync(stamp, wanted);
}

/**
 * Returns a hash over the names and contents of all sources.
 *
 * @param {string} root
 * @param {Sources} sources
 */
export function fingerprint(root, { all, own = [] }) {
  const hash = createHash('sha256');
  const files = [
    ...all.flatMap((source) => filesUnder(join(root, source))),
    ...own.flatMap((folder) => filesIn(join(root, folder))),
  ];
  for (const file of files) {
    hash
      .update(`${relative(root, file)}\0`)
      .update(readFileSync(file))
      .update('\0');
  }
  return hash.digest('hex');
}

function filesIn(directory) {
  const entries = existsSync(directory) ? readdirSync(directory, { withFileTypes: true }) : [];
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(directory, entry.name))
    .toSorted();
}

function filesUnder(path) {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .toSorted();
}
