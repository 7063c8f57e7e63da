import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { compressFiles } from './compress-files.mjs';

/** Everything that the built pages are made of, beside the files that lie directly in web/: pages, settings, plugins. */
const sources = ['contract/src', 'web/src', 'web/landing', 'web/offline', 'web/public', 'package-lock.json'];

/** Builds web/dist when a source differs from what it was built from. Throws when the build fails. */
export async function buildWebWhenStale(root, node) {
  const stamp = join(root, 'web', 'dist', '.stamp');
  const wanted = fingerprint(root);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  console.log('Building the web app …');
  await viteBuild(root, node);
  compressFiles(join(root, 'web', 'dist'));
  writeFileSync(stamp, wanted);
}

/** Runs `vite build`; the last words of a failing build are shown whole, those of a good one are not. */
export function viteBuild(root, node, { outDir = 'dist', env = process.env } = {}) {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  return new Promise((resolve, reject) => {
    // A development NODE_ENV would ship React's development half.
    const child = spawn(node, [vite, 'build', '--logLevel', 'warn', '--emptyOutDir', '--outDir', outDir], {
      cwd: join(root, 'web'),
      env: { ...env, NODE_ENV: 'production' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.once('error', reject);
    child.once('close', (code) => (code === 0 ? resolve() : reject(new Error(`The web app did not build.\n${output.trim()}`))));
  });
}

/** A hash over the names and contents of all sources. */
export function fingerprint(root) {
  const hash = createHash('sha256');
  const files = [...sources.flatMap((source) => filesUnder(join(root, source))), ...filesIn(join(root, 'web'))];
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
