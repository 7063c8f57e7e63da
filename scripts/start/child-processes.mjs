import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';

const endWithParent = pathToFileURL(fileURLToPath(new URL('../end-with-parent.mjs', import.meta.url))).href;

/** How long a child may take to finish what it is doing before it is killed, in milliseconds. */
const patience = 15_000;

/**
 * Node processes that live and die together.
 *
 * - `start(name, node, args, { env, cwd, onLine })` starts one; `onLine` hears each line that it prints.
 * - `death` settles with `{ name, code, lastLines }` when one of them ends unasked.
 * - `stop()` asks all to end (SIGTERM), waits, and kills what has not ended in 15 s.
 */
export function family() {
  const members = new Map();
  let stopping = false;
  let reportDeath;
  const death = new Promise((resolve) => (reportDeath = resolve));

  function start(name, node, args, { env, cwd, onLine }) {
    // A group of its own: Ctrl-C reaches this process alone, which then ends the children in order, once each.
    const child = spawn(node, ['--import', endWithParent, ...args], {
      env,
      cwd,
      detached: process.platform !== 'win32',
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    const lastLines = [];
    const hear = (line) => {
      lastLines.push(line);
      if (lastLines.length > 20) lastLines.shift();
      onLine(line);
    };
    createInterface({ input: child.stdout }).on('line', hear);
    createInterface({ input: child.stderr }).on('line', hear);
    const ended = new Promise((resolve) => {
      child.once('error', (error) => resolve(error.message));
      child.once('close', (code, signal) => resolve(code ?? signal));
    });
    members.set(name, { child, ended });
    void ended.then((code) => {
      members.delete(name);
      if (!stopping) reportDeath({ name, code, lastLines });
    });
  }

  async function stop() {
    stopping = true;
    const left = [...members.values()];
    for (const { child } of left) child.kill('SIGTERM');
    const killing = setTimeout(() => left.forEach(({ child }) => child.kill('SIGKILL')), patience);
    await Promise.all(left.map(({ ended }) => ended));
    clearTimeout(killing);
  }

  return { start, death, stop };
}
