import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

const endWithParent = new URL('../end-with-parent.mjs', import.meta.url).href;

/** The milliseconds in which a child may finish its work before it is killed. */
const stopTimeout = 15_000;

/**
 * Creates a group of Node processes that start and stop together.
 * docs/decisions/0029-libraries-weighed.md says why this is not execa.
 *
 * - `start(name, node, args, { env, cwd, onLine })` starts a process; `onLine` receives each line
 *   that it prints.
 * - `death` resolves to `{ name, code, lastLines }` when a process ends without having been
 *   stopped.
 * - `stop()` sends SIGTERM to all, waits, and kills those that have not ended after 15 s.
 */
export function childProcesses() {
  const children = new Map();
  let isStopping = false;
  let reportDeath;
  const death = new Promise((resolve) => (reportDeath = resolve));

  function start(name, node, args, { env, cwd, onLine }) {
    const child = spawn(node, ['--import', endWithParent, ...args], {
      env,
      cwd,
      // Starts a separate process group: Ctrl-C reaches this process alone, which then stops each
      // child once.
      detached: process.platform !== 'win32',
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    const lastLines = [];
    const receive = (line) => {
      lastLines.push(line);
      if (lastLines.length > 20) lastLines.shift();
      onLine(line);
    };
    createInterface({ input: child.stdout }).on('line', receive);
    createInterface({ input: child.stderr }).on('line', receive);
    const ended = new Promise((resolve) => {
      child.once('error', (error) => resolve(error.message));
      child.once('close', (code, signal) => resolve(code ?? signal));
    });
    children.set(name, { child, ended });
    void ended.then((code) => {
      children.delete(name);
      if (!isStopping) reportDeath({ name, code, lastLines });
    });
  }

  async function stop() {
    isStopping = true;
    const running = [...children.values()];
    for (const { child } of running) child.kill('SIGTERM');
    const killTimer = setTimeout(() => running.forEach(({ child }) => child.kill('SIGKILL')), stopTimeout);
    await Promise.all(running.map(({ ended }) => ended));
    clearTimeout(killTimer);
  }

  return { start, death, stop };
}
