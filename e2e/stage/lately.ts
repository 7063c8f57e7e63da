/** What was learned of each key, for as long as it holds. */
export class Lately<Key, Value> {
  readonly #ms: number;
  readonly #known = new Map<Key, { readonly value: Value; readonly until: number }>();

  constructor(ms: number) {
    this.#ms = ms;
  }

  get(key: Key): Value | undefined {
    const known = this.#known.get(key);
    return known && performance.now() < known.until ? known.value : undefined;
  }

  /** Holds from now on; what still does is left to its end. */
  set(key: Key, value: Value): void {
    if (this.get(key) !== value) this.#known.set(key, { value, until: performance.now() + this.#ms });
  }
}
