import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { runBuilder } from './run-builder.mjs';
import { buildUnlessFresh } from './sources.mjs';

/** server/migrations is part of the release's hash, which the bundle carries. */
const serverSources = {
  all: ['contract/src', 'server/src', 'server/migrations', 'server/rolldown.config.ts', 'package-lock.json'],
};

/**
 * Builds server/dist, the modules that the server loads at its start in a few files (decision 0080), when a
 * source has changed. Throws when the build fails.
 */
export function buildServerWhenStale(root, node) {
  const cwd = join(root, 'server');
  const rolldown = join(root, 'node_modules', 'rolldown', 'bin', 'cli.mjs');
  return buildUnlessFresh({
    root,
    directory: join(cwd, 'dist'),
    sources: serverSources,
    title: 'Building the server …',
    build: async () => {
      await runBuilder(node, [rolldown, '--config', 'rolldown.config.ts'], {
        cwd,
        failed: 'The server did not build.',
      });
      removeOldFiles(join(cwd, 'dist'));
    },
  });
}

const week = 7 * 24 * 60 * 60 * 1000;

/**
 * Deletes the files of earlier builds after a week: a build writes all its files again, and a
 * running server imports some of the earlier ones late.
 */
function removeOldFiles(directory) {
  const files = readdirSync(directory).map((name) => {
    const path = join(directory, name);
    return { path, writtenAt: statSync(path).mtimeMs };
  });
  const newest = Math.max(...files.map(({ writtenAt }) => writtenAt));
  for (const { path, writtenAt } of files) if (newest - writtenAt > week) rmSync(path);
}
