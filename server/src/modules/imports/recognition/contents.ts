import type { DateOrder, ImportTarget } from '@samay/contract/imports/columns';
import { readSex } from './facts.ts';
import { getOrders, isNothing, readContacts, readDay, readTimes } from './values.ts';

/** The values of a column whose kind is looked at; further ones count for the order of dates alone. */
const mostLookedAt = 500;
const mostSamples = 3;

type Content = 'contact' | 'email' | 'date' | 'time' | 'sex' | 'number' | 'text';

/** The kinds of cells of a column. */
export class ColumnContent {
  readonly samples: string[] = [];
  readonly #counts = new Map<Content, number>();
  #looked = 0;
  #isDayFirst = false;
  #isMonthFirst = false;
  #hasEither = false;

  add(cell: string): void {
    if (isNothing(cell)) return;
    if (this.samples.length < mostSamples && !this.samples.includes(cell)) this.samples.push(cell);
    const orders = getOrders(cell);
    if (orders.length === 2) this.#hasEither = true;
    else if (orders[0] === 'day') this.#isDayFirst = true;
    else if (orders[0] === 'month') this.#isMonthFirst = true;
    if (this.#looked >= mostLookedAt) return;
    this.#looked += 1;
    const content = getContent(cell);
    this.#counts.set(content, (this.#counts.get(content) ?? 0) + 1);
  }

  get isEmpty(): boolean {
    return this.#looked === 0;
  }

  /** Returns the share of its cells that are of a kind. */
  share(content: Content): number {
    return this.#looked === 0 ? 0 : (this.#counts.get(content) ?? 0) / this.#looked;
  }

  /** Returns the meaning that nearly all of its cells show by themselves. */
  get target(): ImportTarget | undefined {
    const clear: readonly (Content & ImportTarget)[] = ['email', 'contact', 'date', 'time', 'sex'];
    return clear.find((content) => this.share(content) >= 0.7);
  }

  /** The order of its dates: that of those which have one order only, else the day first. */
  get order(): DateOrder {
    return this.#isMonthFirst && !this.#isDayFirst ? 'month' : 'day';
  }

  /** Whether its dates fit both orders, or some of them one and some the other. */
  get asksOrder(): boolean {
    return this.#hasEither && this.#isDayFirst === this.#isMonthFirst;
  }
}

function getContent(cell: string): Content {
  if (cell.includes('@')) return 'email';
  if (readTimes(cell)) return 'time';
  if (readDay(cell, 'day') ?? readDay(cell, 'month')) return 'date';
  const numbers = readContacts(cell);
  if (numbers === 'lost' || numbers?.some((number) => /^\+91[1-9]\d{9}$/.test(number))) return 'contact';
  if (readSex(cell)) return 'sex';
  return /^[\p{Sc}\d\s.,/-]+$/u.test(cell) ? 'number' : 'text';
}
