import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { FastifyBaseLogger } from 'fastify';
import { AppError } from '../../../core/app-error.ts';
import type { InspectedFile } from './inspect.ts';
import type { InspectionAnswer, InspectionRequest } from './inspection-process.ts';

interface InspectionLimits {
  /** The number of concurrent inspections; other files wait. */
  readonly processes: number;
  /** The time limit of one inspection in milliseconds, without its wait for a process. */
  readonly deadlineMs: number;
  /** Megabytes of one process's heap, without buffers: the upload and its decompressed data. */
  readonly heapMb: number;
}

const usual: InspectionLimits = { processes: 2, deadlineMs: 20_000, heapMb: 192 };

/**
 * Inspects files in child processes, so that no file's content delays another request
 * (docs/decisions/0023). One that exceeds the deadline or its memory is killed, its file is
 * rejected with `prescription.not_inspected`, and the next file gets a new process. A thread would
 * not do: V8 compiles some loops without a check for its termination.
 */
export class Inspections {
  readonly #limits: InspectionLimits;
  readonly #entry: URL;
  readonly #idle: ChildProcess[] = [];
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(
    limits: Partial<InspectionLimits> = {},
    entry = new URL('./inspection-process.ts', import.meta.url),
  ) {
    this.#limits = { ...usual, ...limits };
    this.#entry = entry;
    this.#free = this.#limits.processes;
  }

  /**
   * Runs `inspectFile` on the file at a path in a child process, and throws the same errors. Only
   * that process has the whole content in memory.
   */
  async inspect(
    path: string,
    fileName: string,
    log: Pick<FastifyBaseLogger, 'error'>,
  ): Promise<InspectedFile> {
    await this.#place();
    const child = this.#idle.pop() ?? this.#start();
    try {
      const answer = await this.#awaitAnswer(child, { path, fileName });
      this.#idle.push(child);
      return getResult(answer);
    } catch (error) {
      if (error instanceof AppError) throw error;
      child.kill('SIGKILL');
      log.error({ err: error }, 'a file could not be inspected');
      throw new AppError('prescription.not_inspected');
    } finally {
      this.#leave();
    }
  }

  async #place(): Promise<void> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  #leave(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free += 1;
  }

  /**
   * Starts a process. It does not get the environment, which holds secrets, and does not keep this
   * one alive.
   */
  #start(): ChildProcess {
    const child = fork(this.#entry, {
      env: {},
      execArgv: [`--max-old-space-size=${this.#limits.heapMb}`],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    child.unref();
    child.channel?.unref();
    // `#awaitAnswer` handles it during an inspection; an idle process that ends is only replaced.
    child.on('error', () => undefined);
    child.once('exit', () => {
      const at = this.#idle.indexOf(child);
      if (at !== -1) this.#idle.splice(at, 1);
    });
    return child;
  }

  /** Waits for the process's answer. Rejects when it ends, or has not answered by the deadline. */
  async #awaitAnswer(child: ChildProcess, request: InspectionRequest): Promise<InspectionAnswer> {
    const done = new AbortController();
    const { promise: late, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(
      () => reject(new Error(`not done after ${this.#limits.deadlineMs} ms`)),
      this.#limits.deadlineMs,
    );
    try {
      const answered = once(child, 'message', { signal: done.signal }) as Promise<[InspectionAnswer]>;
      const ended = once(child, 'exit', { signal: done.signal }).then(([code, signal]) => {
        throw new Error(`the process ended with ${signal ?? code}`);
      });
      child.send(request);
      const [answer] = await Promise.race([answered, late, ended]);
      if ('failed' in answer) throw new Error(answer.failed);
      return answer;
    } finally {
      clearTimeout(timer);
      done.abort();
    }
  }
}

/** The one pool of this process. */
export const inspections = new Inspections();

function getResult(answer: InspectionAnswer): InspectedFile {
  if ('inspected' in answer) return answer.inspected;
  throw new AppError('refused' in answer ? answer.refused : 'prescription.not_inspected');
}
