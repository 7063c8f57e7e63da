import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { FastifyBaseLogger } from 'fastify';
import { AppError } from '../../../core/app-error.ts';
import type { InspectedFile } from './inspect.ts';
import type { InspectionAnswer, InspectionRequest } from './inspection-worker.ts';

interface InspectionLimits {
  /** The number of concurrent inspections; other files wait. */
  readonly workers: number;
  /** The time limit of one inspection in milliseconds, without its wait for a worker. */
  readonly deadlineMs: number;
  /** Megabytes of one worker's heap, without buffers: the upload and its decompressed data. */
  readonly heapMb: number;
}

const usual: InspectionLimits = { workers: 2, deadlineMs: 20_000, heapMb: 192 };

/**
 * Inspects files in worker threads, so that no file's content delays another request
 * (docs/decisions/0023). A worker that exceeds the deadline or its memory is terminated, its file
 * is rejected with `prescription.not_inspected`, and the next file gets a new worker.
 */
export class Inspections {
  readonly #limits: InspectionLimits;
  readonly #entry: URL;
  readonly #idle: Worker[] = [];
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(
    limits: Partial<InspectionLimits> = {},
    entry = new URL('./inspection-worker.ts', import.meta.url),
  ) {
    this.#limits = { ...usual, ...limits };
    this.#entry = entry;
    this.#free = this.#limits.workers;
  }

  /**
   * Runs `inspectFile` on the file at a path in a worker, and throws the same errors. Only a worker
   * has the whole content in memory.
   */
  async inspect(
    path: string,
    fileName: string,
    log: Pick<FastifyBaseLogger, 'error'>,
  ): Promise<InspectedFile> {
    await this.#place();
    const worker = this.#idle.pop() ?? this.#start();
    try {
      const answer = await this.#awaitAnswer(worker, { path, fileName });
      this.#idle.push(worker);
      return resultOf(answer);
    } catch (error) {
      if (error instanceof AppError) throw error;
      await worker.terminate();
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
   * Starts a worker. It does not get the environment, which holds secrets, and does not keep the
   * process alive.
   */
  #start(): Worker {
    const worker = new Worker(this.#entry, {
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: this.#limits.heapMb },
    });
    worker.unref();
    // `#awaitAnswer` handles it during an inspection; an idle worker that ends is only replaced.
    worker.on('error', () => undefined);
    worker.once('exit', () => {
      const at = this.#idle.indexOf(worker);
      if (at !== -1) this.#idle.splice(at, 1);
    });
    return worker;
  }

  /** Waits for the worker's answer. Rejects when it ends, or has not answered by the deadline. */
  async #awaitAnswer(worker: Worker, request: InspectionRequest): Promise<InspectionAnswer> {
    const done = new AbortController();
    const { promise: late, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(
      () => reject(new Error(`not done after ${this.#limits.deadlineMs} ms`)),
      this.#limits.deadlineMs,
    );
    try {
      const answered = once(worker, 'message', { signal: done.signal }) as Promise<[InspectionAnswer]>;
      worker.postMessage(request);
      const [answer] = await Promise.race([answered, late]);
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

function resultOf(answer: InspectionAnswer): InspectedFile {
  if ('inspected' in answer) return answer.inspected;
  throw new AppError('refused' in answer ? answer.refused : 'prescription.not_inspected');
}
