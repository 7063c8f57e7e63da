/**
 * Reads that are shared by those who ask for the same at the same time: a change makes all boards of a business
 * ask. A read is never shared with a request that came after its begin, since it may lack the change that
 * made the request: who comes meanwhile waits for the next one, together.
 */
export class SharedReads<T> {
  readonly #running = new Map<string, Promise<T>>();
  readonly #next = new Map<string, Promise<T>>();

  async read(key: string, make: () => Promise<T>): Promise<T> {
    const running = this.#running.get(key);
    if (!running) return this.#start(key, make);
    const waiting = this.#next.get(key);
    if (waiting) return waiting;
    const begin = async () => {
      this.#next.delete(key);
      return this.#start(key, make);
    };
    const next = running.then(begin, begin);
    this.#next.set(key, next);
    return next;
  }

  async #start(key: string, make: () => Promise<T>): Promise<T> {
    const read = make().finally(() => this.#running.delete(key));
    this.#running.set(key, read);
    return read;
  }
}
