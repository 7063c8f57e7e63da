import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const ownMain = fileURLToPath(new URL('../src/main.ts', import.meta.url));

/** The server as an operator starts it, in a process of its own. */
export interface RunningServer {
  readonly address: string;
  /** Sends the signal and waits for the end; returns the exit code, null after a kill. */
  stop(signal: NodeJS.Signals): Promise<number | null>;
}

/** Starts it with these settings and waits until it is ready; rejects with its own words when it ends instead. `main` is another release's. */
export async function startServer(settings: Record<string, string>, main = ownMain): Promise<RunningServer> {
  const address = `http://127.0.0.1:${settings['PORT']}`;
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env['PATH'], NODE_ENV: 'test', LOG_LEVEL: 'error', ...settings },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  for (let waited = 0; waited < 30_000; waited += 50) {
    if (child.exitCode !== null) throw new Error(`the server ended: ${said}`);
    if (await isReady(address)) return { address, stop: (signal) => stop(child, signal) };
    await wait(50);
  }
  child.kill('SIGKILL');
  throw new Error(`the server was not ready within 30 s: ${said}`);
}

async function isReady(address: string): Promise<boolean> {
  return fetch(`${address}/api/health/ready`).then(
    ({ status }) => status === 200,
    () => false,
  );
}

async function stop(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
  return child.exitCode;
}
