import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { S3Client, type S3Object } from '@bradenmacdonald/s3-lite-client';
import { AppError } from '../../core/app-error.ts';
import type { BucketSettings } from '../../core/file-settings.ts';

export interface BucketLog {
  error(about: object, message: string): void;
}

export interface BucketDeadlines {
  /** The time limit of an answer in milliseconds; of an upload, with its content. */
  readonly answerMs: number;
  readonly uploadMs: number;
  /** Pauses before a request is repeated. */
  readonly retryMs: readonly number[];
}

export const usualBucketDeadlines: BucketDeadlines = {
  answerMs: 8_000,
  uploadMs: 60_000,
  retryMs: [100, 400],
};

/**
 * The validity of an address: longer than any request with its repetitions; a leaked one is useless
 * soon.
 */
const signedSeconds = 300;

interface BucketRequest {
  /** The headers, which are signed; S3 demands that for its own. */
  readonly headers?: Record<string, string>;
  readonly body?: Blob;
}

/**
 * Sends signed requests to a bucket. Each is a presigned address of five minutes, since that lets a
 * body be streamed from disk and a request be abandoned. A request is repeated where the storage is
 * busy or breaks a connection; every other fault is logged, and thrown as `file.unavailable`.
 */
export class BucketRequests {
  readonly #client: S3Client;
  readonly #deadlines: BucketDeadlines;
  readonly #log: BucketLog | undefined;

  constructor({ endpoint, ...settings }: BucketSettings, deadlines: BucketDeadlines, log?: BucketLog) {
    this.#client = new S3Client({ endPoint: endpoint, ...settings });
    this.#deadlines = deadlines;
    this.#log = log;
  }

  /** Returns the answer with one of these statuses; its body must be read or cancelled. */
  async send(
    method: 'GET' | 'PUT' | 'HEAD' | 'DELETE',
    key: string,
    expected: readonly number[],
    request: BucketRequest = {},
  ): Promise<Response> {
    try {
      const reply = await this.#repeatedly(method, key, request);
      if (expected.includes(reply.status)) return reply;
      throw new Error(`${method} was answered with ${reply.status}: ${(await reply.text()).slice(0, 500)}`);
    } catch (error) {
      throw this.unavailable(error);
    }
  }

  /** Yields every object, page by page. */
  async *list(options: { maxResults?: number } = {}): AsyncGenerator<S3Object> {
    const objects = this.#client.listObjects(options);
    try {
      for (;;) {
        const next = await inTime(objects.next(), this.#deadlines.answerMs);
        if (next.done) return;
        yield next.value;
      }
    } catch (error) {
      throw this.unavailable(error);
    }
  }

  /**
   * Streams the content of an answer. A storage that breaks off, or sends nothing more for the time
   * of an answer, counts as not answering.
   */
  content(body: ReadableStream<Uint8Array>): Readable {
    const [reader, ms] = [body.getReader(), this.#deadlines.answerMs];
    const unavailable = (error: unknown) => this.unavailable(error);
    return new Readable({
      read() {
        inTime(reader.read(), ms).then(
          ({ done, value }) => this.push(done ? null : value),
          (error: unknown) => this.destroy(unavailable(error)),
        );
      },
      destroy(error, destroyed) {
        reader.cancel().then(
          () => destroyed(error),
          () => destroyed(error),
        );
      },
    });
  }

  /** Logs what the operator must know, and returns the user's error. */
  unavailable(error: unknown): AppError {
    this.#log?.error({ err: error }, 'the bucket of files did not do what was asked');
    return new AppError('file.unavailable', { retryAfter: 10 });
  }

  async #repeatedly(method: string, key: string, request: BucketRequest, attempt = 0): Promise<Response> {
    const pause = this.#deadlines.retryMs[attempt];
    try {
      const reply = await this.#once(method, key, request);
      if (pause === undefined || (reply.status < 500 && reply.status !== 429)) return reply;
      await reply.body?.cancel();
    } catch (error) {
      // Does not repeat a request without any answer: a caller waits for it.
      if (pause === undefined || (error as Error).name === 'TimeoutError') throw error;
    }
    await wait(pause);
    return this.#repeatedly(method, key, request, attempt + 1);
  }

  /**
   * Sends a request once. The deadline applies to the answer's head: a download takes as long as
   * its reader.
   */
  async #once(method: string, key: string, { headers = {}, body }: BucketRequest): Promise<Response> {
    const signing = { expirySeconds: signedSeconds, extraHeaders: headers };
    const address = await this.#client.getPresignedUrl(method as 'GET', key, signing);
    const ms = body ? this.#deadlines.uploadMs : this.#deadlines.answerMs;
    const abandoned = new AbortController();
    const timer = setTimeout(
      () => abandoned.abort(new DOMException(`no answer within ${ms} ms`, 'TimeoutError')),
      ms,
    );
    try {
      return await fetch(address, {
        method,
        // Compressed content would have another length.
        headers: { ...headers, 'accept-encoding': 'identity' },
        signal: abandoned.signal,
        redirect: 'error',
        ...(body && { body }),
      });
    } finally {
      clearTimeout(timer);
    }
  }
}

/** Rejects when a promise has not been fulfilled after a time. */
async function inTime<T>(promise: Promise<T>, ms: number): Promise<T> {
  const timer = new AbortController();
  const late = wait(ms, undefined, { signal: timer.signal }).then(() => {
    throw new Error(`no answer within ${ms} ms`);
  });
  late.catch(() => undefined); // it is aborted when the answer came
  return Promise.race([promise, late]).finally(() => timer.abort());
}
