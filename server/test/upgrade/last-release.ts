import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

// Reads the last release from the Git history. Its servers may still serve while this release
// migrates.

const root = fileURLToPath(new URL('../../..', import.meta.url));

/**
 * The commit of the last release, from server/migrations/last-release. Throws if this clone's
 * history does not contain it.
 */
export function lastRelease(): string {
  const commit = readFileSync(join(root, 'server', 'migrations', 'last-release'), 'utf8').trim();
  if (!/^[0-9a-f]{40}$/.test(commit))
    throw new Error('server/migrations/last-release must hold the full hash of a commit and nothing else');
  try {
    git('cat-file', '-e', `${commit}^{commit}`);
  } catch (cause) {
    throw new Error(
      `The last release, commit ${commit}, is not in this clone's history. Fetch it: git fetch --depth=1 origin ${commit} (or git fetch --unshallow)`,
      { cause },
    );
  }
  return commit;
}

/** The names of the last release's migrations, in order. */
export function releasedMigrations(commit: string): string[] {
  const names = git('ls-tree', '--name-only', commit, 'server/migrations/').split('\n');
  return names
    .filter((name) => name.endsWith('.sql'))
    .map((name) => name.slice('server/migrations/'.length))
    .toSorted();
}

function releasedFiles(commit: string, paths: readonly string[]): string {
  return git('show', ...paths.map((path) => `${commit}:${path}`));
}

/** The released migrations that this checkout changed or deleted. */
export function changedMigrations(commit: string): string[] {
  const changed = git(
    'diff',
    '--name-only',
    '--diff-filter=a',
    commit,
    '--',
    'server/migrations/*.sql',
  ).trim();
  return changed === '' ? [] : changed.split('\n');
}

/**
 * The text of all source files of the last release's server, without tests. One process reads them
 * all: one for each took seconds.
 */
export function releasedSources(commit: string): string {
  const paths = git('ls-tree', '-r', '--name-only', commit, 'server/src/').trim().split('\n');
  return releasedFiles(
    commit,
    paths.filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts')),
  );
}

/** Whether the last release is the commit `since` or a later one. */
export function isSince(commit: string, since: string): boolean {
  if (commit.startsWith(since)) return true;
  try {
    git('merge-base', '--is-ancestor', since, commit);
    return true;
  } catch (error) {
    if ((error as { status?: number }).status === 1) return false;
    throw error;
  }
}

/**
 * The source files of the last release's server that contain a word. Tests and migrations are left
 * out.
 */
export function releasedUses(commit: string, word: string): string[] {
  try {
    const found = git(
      'grep',
      '--name-only',
      '--word-regexp',
      '--fixed-strings',
      '-e',
      word,
      commit,
      '--',
      'server/src',
      ':!*.test.ts',
    );
    return found.trim().split('\n');
  } catch (error) {
    // git grep exits with 1 if it finds nothing.
    if ((error as { status?: number }).status === 1) return [];
    throw error;
  }
}

/**
 * Extracts the last release's server to a folder, with this checkout's node_modules. Returns the
 * path of its main file.
 */
export function unpackRelease(commit: string, folder: string): string {
  const archive = execFileSync(
    'git',
    ['archive', '--format=tar', commit, 'package.json', 'contract', 'server'],
    {
      cwd: root,
      maxBuffer: 512 * 1024 * 1024,
    },
  );
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, '@samay'), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name !== '@samay' && !name.startsWith('.'))
      symlinkSync(join(root, 'node_modules', name), join(modules, name));
  }
  // The contract of the release, not of this checkout.
  symlinkSync(join(folder, 'contract'), join(modules, '@samay', 'contract'));
  return join(folder, 'server', 'src', 'main.ts');
}

function git(...args: string[]): string {
  return execFileSync('git', args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}
