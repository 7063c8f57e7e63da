import type { Readable } from 'node:stream';
import { AppError } from '../../../core/app-error.ts';

/** Times out a request's body with `request.too_slow` when no data arrives for some seconds. */
export class IdleTimeout {
  readonly #body: Readable;
  readonly #timer: NodeJS.Timeout;
  readonly #expired = Promise.withResolvers<never>();
  #content: Readable | undefined;
  #isListening = false;
  hasExpired = false;

  constructor(body: Readable, seconds: number) {
    this.#body = body;
    this.#expired.promise.catch(() => undefined); // it may expire while nobody awaits it
    this.#timer = setTimeout(() => this.#expire(), seconds * 1000);
  }

  /**
   * Starts the timeout's reset on data. Call it once the parser reads the body: an earlier listener
   * would consume data before the parser.
   */
  listen(): void {
    if (this.#isListening) return;
    this.#isListening = true;
    this.#body.on('data', this.#reset);
  }

  /** Returns the promise's result, or throws the timeout's error if that comes first. */
  async or<T>(promise: Promise<T>): Promise<T> {
    return Promise.race([promise, this.#expired.promise]);
  }

  /** Destroys this part of the body too when the timeout expires. */
  destroys(content: Readable): void {
    this.#content = content;
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#body.off('data', this.#reset);
  }

  #reset = (): void => {
    this.#timer.refresh();
  };

  #expire(): void {
    const error = new AppError('request.too_slow');
    this.hasExpired = true;
    this.#content?.destroy(error);
    this.#expired.reject(error);
  }
}
