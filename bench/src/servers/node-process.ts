import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readyAddress, untilReady } from '../../../scripts/until-ready.mjs';

const endWithParent = new URL('../../../scripts/end-with-parent.mjs', import.meta.url).href;

/** Starts a Node process with exactly this environment. It ends when this process ends. */
export function startNode(script: string, environment: Record<string, string>): ChildProcess {
  return spawn(process.execPath, ['--import', endWithParent, script], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { PATH: process.env['PATH'], ...environment },
  });
}

/**
 * Waits until the server is ready. Rejects when its process ends first, such as on a port that is
 * taken.
 */
export async function ready(child: ChildProcess, port: number): Promise<void> {
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the server on port ${port} ended by itself (${code})`);
  });
  await Promise.race([untilReady(readyAddress(port, '127.0.0.1')), ended]);
}

/** Sends SIGTERM and waits until the process has ended. */
export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}
