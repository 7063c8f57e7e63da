/**
 * Generates random numbers from a seed: equal seeds give equal numbers on every machine
 * (mulberry32, public domain).
 */
export class SeededRandom {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** Returns a number from 0, below 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** Returns a whole number, both ends included. */
  between(lowest: number, highest: number): number {
    return lowest + Math.floor(this.next() * (highest - lowest + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(list: readonly T[]): T {
    const index = this.between(0, list.length - 1);
    const picked = list[index];
    if (picked === undefined) throw new RangeError('there is nothing to pick from');
    return picked;
  }

  /** Returns some of a list, each at most once, in the list's order. */
  sample<T>(list: readonly T[], count: number): T[] {
    const chosen = new Set<number>();
    while (chosen.size < Math.min(count, list.length)) chosen.add(this.between(0, list.length - 1));
    return list.filter((_item, index) => chosen.has(index));
  }

  /** Returns an id of the version 4 form. */
  uuid(): string {
    const digits = Array.from({ length: 32 }, () => this.between(0, 15).toString(16));
    digits[12] = '4';
    digits[16] = this.pick(['8', '9', 'a', 'b']);
    return digits.join('').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  }
}
