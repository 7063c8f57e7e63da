import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** Sources of the built pages, besides the files directly in web/ (pages, settings, plugins). */
const sources = ['contract/src', 'web/src', 'web/landing', 'web/offline', 'web/public', 'package-lock.json'];

/** Builds web/dist when a source has changed since the last build. Throws when the build fails. */
export async function buildWebWhenStale(root, node) {
  const stamp = join(root, 'web', 'dist', '.stamp');
  const wanted = fingerprint(root);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  console.log('Building the web app …');
  await viteBuild(root, node);
  compressFiles(join(root, 'web', 'dist'));
  writeFileSync(stamp, wanted);
}

/** Runs `vite build`. The output of a failed build becomes the error's message; that of a successful one is not shown. */
export function viteBuild(root, node, { outDir = 'dist', env = process.env } = {}) {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  return new Promise((resolve, reject) => {
    // With NODE_ENV=development the pages would contain React's development build.
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

const compressible = /\.(js|css|svg|json|txt|webmanifest)$/;

/** Writes `<file>.br` and `<file>.gz` beside each text file at the highest level. The server sends these and compresses nothing itself. */
function compressFiles(directory) {
  for (const file of readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter((name) => compressible.test(name))) {
    const path = join(directory, file);
    const content = readFileSync(path);
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
    writeFileSync(`${path}.br`, brotliCompressSync(content, { params }));
    writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
  }
}

/** Returns a hash over the names and contents of all sources. */
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
