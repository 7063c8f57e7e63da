import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { runBuilder } from './run-builder.mjs';
import { buildUnlessFresh } from './sources.mjs';

/** The files directly in web/ are pages, settings and plugins. */
export const webSources = {
  all: ['contract/src', 'web/src', 'web/landing', 'web/offline', 'web/public', 'package-lock.json'],
  own: ['web'],
};

/** Builds web/dist when a source has changed since the last build. Throws when the build fails. */
export function buildWebWhenStale(root, node) {
  const directory = join(root, 'web', 'dist');
  return buildUnlessFresh({
    root,
    directory,
    sources: webSources,
    title: 'Building the web app …',
    build: async () => {
      await viteBuild(root, node);
      compressFiles(directory);
    },
  });
}

/** Runs `vite build`. */
export function viteBuild(root, node, { outDir = 'dist', env = process.env } = {}) {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const args = [vite, 'build', '--logLevel', 'warn', '--emptyOutDir', '--outDir', outDir];
  return runBuilder(node, args, { cwd: join(root, 'web'), env, failed: 'The web app did not build.' });
}

const compressible = /\.(js|css|svg|json|txt|webmanifest)$/;

/**
 * Writes `<file>.br` and `<file>.gz` for each text file at the highest level. The server sends
 * these and compresses nothing itself.
 */
function compressFiles(directory) {
  for (const file of readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter((name) =>
    compressible.test(name),
  )) {
    const path = join(directory, file);
    const content = readFileSync(path);
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    };
    writeFileSync(`${path}.br`, brotliCompressSync(content, { params }));
    writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
  }
}
