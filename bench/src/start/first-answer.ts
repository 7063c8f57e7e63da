import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds between two attempts: a refused connection costs almost nothing. */
const every = 2;

/**
 * Returns milliseconds from the start of a server's process to its complete first page. Rejects
 * when the process ends first.
 */
export async function firstAnswer(
  start: () => ChildProcess,
  port: number,
): Promise<{ child: ChildProcess; milliseconds: number }> {
  const began = performance.now();
  const child = start();
  while (!(await answers(port))) {
    if (child.exitCode !== null)
      throw new Error(`the server on port ${port} ended by itself (${child.exitCode})`);
    await sleep(every);
  }
  return { child, milliseconds: performance.now() - began };
}

/**
 * Returns whether `/` is answered with 200. A server that listens is waited for, without a time
 * limit.
 */
async function answers(port: number): Promise<boolean> {
  const asked = request({ host: '127.0.0.1', port, path: '/', agent: false });
  try {
    const answered = once(asked, 'response');
    asked.end();
    const [response] = await answered;
    await response.toArray();
    return response.statusCode === 200;
  } catch {
    return false; // The connection was refused: it does not listen yet.
  }
}
