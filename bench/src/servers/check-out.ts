import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Unpacks a commit into a temporary folder, with links to the packages of the tree at `root`.
 * `remove` deletes the folder.
 */
export async function checkOut(
  root: string,
  commit: string,
): Promise<{ root: string; commit: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'samay-bench-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const { stdout } = await run('git', ['rev-parse', '--short', '--verify', `${commit}^{commit}`], {
      cwd: root,
    });
    const [tree, archive] = [join(folder, 'tree'), join(folder, 'commit.tar')];
    await mkdir(tree);
    await run('git', ['archive', '--output', archive, commit], { cwd: root });
    await run('tar', ['-xf', archive, '-C', tree]);
    const { workspaces } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
    for (const workspace of ['', ...workspaces])
      await linkPackages(join(root, workspace, 'node_modules'), join(tree, workspace, 'node_modules'));
    return { root: tree, commit: stdout.trim(), remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Links each package, but copies the links to the workspaces, which are the commit's own. */
async function linkPackages(from: string, to: string): Promise<void> {
  if (!existsSync(from)) return;
  await mkdir(to, { recursive: true });
  for (const name of await readdir(from)) {
    if (name === '@samay')
      await cp(join(from, name), join(to, name), { recursive: true, verbatimSymlinks: true });
    else if (!name.startsWith('.')) await symlink(join(from, name), join(to, name), 'junction');
  }
}
