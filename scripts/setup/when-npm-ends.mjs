/** The poll interval in milliseconds. */
const interval = 200;

/**
 * Calls back once when the npm process that runs this script has ended. A signal sent to npm alone
 * ends npm and its shell, and the shell does not pass it on: without this, `kill` on `npm start`
 * would leave the servers running. Does nothing when npm does not run this script.
 */
export function whenNpmEnds(callback) {
  if (process.env.npm_lifecycle_event === undefined || process.platform === 'win32') return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    callback();
  }, interval);
  timer.unref();
}
