import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { controlClient } from '@samay/sandbox/control-client';
import { sandboxPorts } from '../../scripts/sandbox-ports.mjs';
import { sandboxEnvironment, sandboxSettings } from '../../scripts/sandbox-settings.mjs';
import { untilReady } from '../../scripts/until-ready.mjs';

const main = fileURLToPath(new URL('../../sandbox/src/main.ts', import.meta.url));
const endWithParent = new URL('../../scripts/end-with-parent.mjs', import.meta.url).href;

/** The pretend third parties of one server, in a process of their own on the ports after the server's. */
export class Sandbox {
  /** The control page. */
  readonly address: string;
  readonly control: ReturnType<typeof controlClient>;
  /** The environment that points the server here. */
  readonly settings: Record<string, string>;
  readonly #child: ChildProcess;

  private constructor(serverPort: number, child: ChildProcess) {
    this.address = `http://127.0.0.1:${sandboxPorts(serverPort).control}`;
    this.control = controlClient(this.address);
    this.settings = sandboxSettings(serverPort);
    this.#child = child;
  }

  static async open(serverPort: number): Promise<Sandbox> {
    const ports = sandboxPorts(serverPort);
    const child = spawn(process.execPath, ['--import', endWithParent, main], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: { PATH: process.env['PATH'], ...sandboxEnvironment(serverPort) },
    });
    const ended = once(child, 'exit').then(([code, signal]) => {
      throw new Error(`The sandbox on port ${ports.control} ended by itself (${code ?? signal}).`);
    });
    await Promise.race([untilReady(`http://127.0.0.1:${ports.control}/parties`), ended]);
    ended.catch(() => undefined);
    return new Sandbox(serverPort, child);
  }

  async close(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const exited = once(this.#child, 'exit');
    this.#child.kill();
    await exited;
  }
}
