import { type ChildProcess, fork } from 'node:child_process';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { RecognisedFile } from '@samay/contract/imports/columns';
import type { ImportKind, ReadRow } from '@samay/contract/imports/rows';
import pLimit from 'p-limit';
import { AppError, orNotFound } from '../../../core/app-error.ts';
import type { RowsAbout } from '../recognition/rows.ts';
import type { ReadingAnswer, ReadingTask } from './reading-process.ts';

interface ReadingLimits {
  /** The number of files that are read concurrently; others wait. */
  readonly processes: number;
  /** The milliseconds within which a process has to say something further. */
  readonly silentMs: number;
  /** Megabytes of one process's heap, without the file itself, which has at most 50. */
  readonly heapMb: number;
}

const usual: ReadingLimits = { processes: 1, silentMs: 60_000, heapMb: 128 };

interface Log {
  error(about: object, message: string): void;
}

interface Reading {
  readonly content: AsyncIterable<Uint8Array>;
  readonly task: ReadingTask;
  readonly log: Log;
}
type Take = (answer: ReadingAnswer) => Promise<void>;

/**
 * Reads files in child processes of little memory, so that no file's content delays a request or takes
 * the server along (docs/decisions/0142). One that grows or says nothing for too long is killed, and its
 * file is refused.
 */
export class Readings {
  readonly #limits: ReadingLimits;
  readonly #entry: URL;
  readonly #place: <T>(work: () => Promise<T>) => Promise<T>;

  constructor(limits: Partial<ReadingLimits> = {}, entry = new URL('./reading-process.ts', import.meta.url)) {
    this.#limits = { ...usual, ...limits };
    this.#entry = entry;
    this.#place = pLimit(this.#limits.processes);
  }

  /**
   * Recognises the columns of a file.
   * @throws AppError `import.…` where it cannot be read
   */
  async recognise(
    content: AsyncIterable<Uint8Array>,
    { fileName, kind }: { fileName: string; kind: ImportKind },
    log: Log,
  ): Promise<RecognisedFile> {
    const answers: RecognisedFile[] = [];
    await this.#run({ content, task: { fileName, recognise: kind }, log }, async (answer) => {
      if ('recognised' in answer) answers.push(answer.recognised);
    });
    return orNotFound(answers[0], 'import.not_read');
  }

  /**
   * Reads the rows of a file to their end. `take` gets them in their order, and the process waits for it.
   * @throws AppError `import.…` where it cannot be read, also after some rows were taken
   */
  async readRows(
    content: AsyncIterable<Uint8Array>,
    { fileName, about, log }: { fileName: string; about: RowsAbout; log: Log },
    take: (rows: readonly ReadRow[]) => Promise<void>,
  ): Promise<void> {
    await this.#run({ content, task: { fileName, rows: about }, log }, async (answer) => {
      if ('rows' in answer) await take(answer.rows);
    });
  }

  async #run({ content, task, log }: Reading, take: Take): Promise<void> {
    await this.#place(async () => {
      const child = this.#start(task);
      try {
        await this.#listen(child, content, take);
      } catch (error) {
        if (!(error instanceof ProcessFailed)) throw error;
        log.error({ err: error }, 'a file could not be read');
        throw new AppError('import.not_read');
      } finally {
        child.kill('SIGKILL');
      }
    });
  }

  /** Starts a process, without the environment, which holds secrets. */
  #start(task: ReadingTask): ChildProcess {
    const child = fork(this.#entry, [JSON.stringify(task)], {
      env: {},
      execArgv: [`--max-old-space-size=${this.#limits.heapMb}`],
      stdio: ['pipe', 'pipe', 'ignore', 'ipc'],
    });
    // The output ends with the process, which is how its end is found.
    child.on('error', () => undefined);
    return child;
  }

  async #listen(child: ChildProcess, content: Reading['content'], take: Take): Promise<void> {
    const { stdin, stdout } = child;
    if (!stdin || !stdout) throw new ProcessFailed('it has no pipes');
    let broken: unknown;
    const sent = pipeline(Readable.from(content), stdin).catch((error: unknown) => {
      // A process that has refused the file closes its input.
      if ((error as NodeJS.ErrnoException).code !== 'EPIPE') broken = error;
    });
    const silence = new Silence(this.#limits.silentMs);
    try {
      const answers = answersIn(stdout);
      for (;;) {
        const { done, value } = await Promise.race([answers.next(), silence.begin()]);
        if (broken !== undefined) throw broken;
        if (done === true) throw new ProcessFailed('it ended early');
        if ('refused' in value) throw new AppError(value.refused);
        if ('failed' in value) throw new ProcessFailed(value.failed);
        await take(value);
        if (!('rows' in value)) break;
      }
      await sent;
    } finally {
      silence.end();
    }
  }
}

/** Rejects where a process has said nothing for some time. */
class Silence {
  readonly #ms: number;
  #timer: NodeJS.Timeout | undefined;

  constructor(ms: number) {
    this.#ms = ms;
  }

  /**
   * Begins again, and returns what rejects when the time is over. One promise for the whole file would keep each
   * answer that was raced against it.
   */
  async begin(): Promise<never> {
    this.end();
    const { promise, reject } = Promise.withResolvers<never>();
    this.#timer = setTimeout(() => reject(new ProcessFailed(`it said nothing for ${this.#ms} ms`)), this.#ms);
    return promise;
  }

  end(): void {
    clearTimeout(this.#timer);
  }
}

/** Parses the answers of a process, a line of JSON each, as fast as they are taken. */
async function* answersIn(output: Readable): AsyncGenerator<ReadingAnswer, undefined> {
  const decoder = new TextDecoder();
  let begun: string[] = [];
  for await (const chunk of output as AsyncIterable<Buffer>) {
    const [first = '', ...others] = decoder.decode(chunk, { stream: true }).split('\n');
    begun.push(first);
    for (const next of others) {
      yield JSON.parse(begun.join('')) as ReadingAnswer;
      begun = [next];
    }
  }
  return undefined;
}

/** Thrown where the process did not tell what is wrong with the file. */
class ProcessFailed extends Error {
  override readonly name = 'ProcessFailed';
}
