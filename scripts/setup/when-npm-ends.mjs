/** How often to look, in milliseconds. */
const interval = 200;

/**
 * Calls back once when the npm that runs this script is gone. A signal to npm alone ends it and the shell between, and that shell passes
 * nothing on: without this, `kill` on `npm start` would leave everything running. Does nothing when npm is not the one that runs it.
 */
export function whenNpmEnds(callback) {
  if (process.env.npm_lifecycle_event === undefined || process.platform === 'win32') return;
  const parent = process.ppid;
  const looking = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(looking);
    callback();
  }, interval);
  looking.unref();
}
