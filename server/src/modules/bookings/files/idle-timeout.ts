import type { Readable } from 'node:stream';
import { AppError } from '../../../core/app-error.ts';

/** Watches a request's body, and refuses with `request.too_slow` when nothing of it arrives for some seconds. */
export class IdleTimeout {
  readonly #body: Readable;
  readonly #timer: NodeJS.Timeout;
  readonly #refused = Promise.withResolvers<never>();
  #content: Readable | undefined;
  #isListening = false;
  fell = false;

  constructor(body: Readable, seconds: number) {
    this.#body = body;
    this.#refused.promise.catch(() => undefined); // it may fall when nobody waits
    this.#timer = setTimeout(() => this.#fall(), seconds * 1000);
  }

  /** Call it once the parser reads the body: to listen earlier would set the body flowing past it. */
  listen(): void {
    if (this.#isListening) return;
    this.#isListening = true;
    this.#body.on('data', this.#hear);
  }

  /** The promise, or the refusal if silence falls first. */
  async or<T>(promise: Promise<T>): Promise<T> {
    return Promise.race([promise, this.#refused.promise]);
  }

  /** Lets the refusal break this part of the body too. */
  breaks(content: Readable): void {
    this.#content = content;
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#body.off('data', this.#hear);
  }

  #hear = (): void => {
    this.#timer.refresh();
  };

  #fall(): void {
    const refusal = new AppError('request.too_slow');
    this.fell = true;
    this.#content?.destroy(refusal);
    this.#refused.reject(refusal);
  }
}
