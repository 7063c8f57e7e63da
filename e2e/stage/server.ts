import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readyAddress, untilReady } from '../../scripts/until-ready.mjs';

const main = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url));
const endWithParent = new URL('../../scripts/end-with-parent.mjs', import.meta.url).href;

/** All journeys come from one address and sign in as the same few people. */
const limits = {
  RATE_LIMIT_PER_USER: '100000',
  RATE_LIMIT_ANONYMOUS: '100000',
  RATE_LIMIT_WRITES: '100000',
  RATE_LIMIT_WRITES_PER_TENANT: '100000',
  RATE_LIMIT_UPLOADS: '100000',
  RATE_LIMIT_FILE_LINKS: '100000',
  RATE_LIMIT_REFRESHES: '100000',
  LIVE_STREAMS_PER_USER: '1000',
  LIVE_STREAMS_PER_TENANT: '1000',
  RATE_LIMIT_PAYMENTS: '100000',
  SIGN_IN_FAILURES_PER_ACCOUNT: '1000',
  SIGN_IN_FAILURES_PER_ADDRESS: '100000',
  CODES_PER_ADDRESS: '100000',
  BOOKING_MAILS_PER_EMAIL: '100000',
  LINKS_PER_EMAIL: '1000',
  LINKS_PER_ADDRESS: '100000',
};

/** A server of the demo in a process of its own, on data of its own that outlives the process until `close`. */
export class Server {
  readonly url: string;
  readonly #port: number;
  readonly #directory: string;
  readonly #settings: Record<string, string>;
  #child: ChildProcess | undefined;

  private constructor(port: number, directory: string, settings: Record<string, string>) {
    this.url = `http://localhost:${port}`;
    this.#port = port;
    this.#directory = directory;
    this.#settings = settings;
  }

  /** Starts on a copy of `template`, a data directory of a server that has ended; without it the demo is filled in anew. */
  static async open(
    port: number,
    { template, settings = {} }: { template?: string | undefined; settings?: Record<string, string> } = {},
  ): Promise<Server> {
    const directory = await mkdtemp(join(tmpdir(), 'samay-journeys-'));
    if (template) await cp(template, directory, { recursive: true });
    const server = new Server(port, directory, settings);
    await server.start();
    return server;
  }

  get directory(): string {
    return this.#directory;
  }

  /** Starts the process and waits until it answers. */
  async start(): Promise<void> {
    const child = spawn(process.execPath, ['--import', endWithParent, main], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      env: {
        PATH: process.env['PATH'],
        LOG_LEVEL: 'error',
        ...limits,
        ...this.#settings,
        PORT: String(this.#port),
        DATA_DIR: this.#directory,
        SAMAY_DEMO: '1',
      },
    });
    this.#child = child;
    const ended = once(child, 'exit').then(([code, signal]) => {
      throw new Error(`The server on port ${this.#port} ended by itself (${code ?? signal}).`);
    });
    await Promise.race([untilReady(readyAddress(this.#port, '127.0.0.1')), ended]);
    // From here on whoever ends it knows.
    ended.catch(() => undefined);
  }

  /** Ends the process: SIGKILL as a power cut would, SIGTERM as an operator does. Resolves to its exit code, null when killed. */
  async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<number | null> {
    const child = this.#child;
    this.#child = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return null;
    const exited = once(child, 'exit');
    child.kill(signal);
    const [code] = await exited;
    return code;
  }

  /** Ends the process and removes its data. */
  async close(): Promise<void> {
    await this.stop();
    await rm(this.#directory, { recursive: true, force: true });
  }
}
