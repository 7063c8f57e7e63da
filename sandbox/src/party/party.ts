import { instantNow } from './clock.ts';

/** One thing that reached a pretend third party. */
export interface Arrival {
  /** Counts from 1 within a party; never used twice, also after the list was emptied. */
  readonly id: number;
  /** ISO 8601, UTC. */
  readonly at: string;
  /** One line for the list: a subject, a request line. */
  readonly summary: string;
  /** What the party answered, in its mode at that moment. */
  readonly mode: string;
  /** The whole of it, as JSON. */
  readonly content: Readonly<Record<string, unknown>>;
}

/** The oldest arrivals make room: a demo may run for weeks. */
const mostKept = 500;

/** A pretend third party: how it behaves now, and what arrived. */
export class Party {
  readonly name: string;
  readonly title: string;
  /** Every mode with a sentence that says what it does; the first is how it starts. */
  readonly modes: Readonly<Record<string, string>>;
  address = '';
  /** Whether the party checks signatures. */
  readonly takesSecret: boolean;
  /** What they are made with, once a person or a test has told it. */
  secret = '';
  #mode: string;
  #arrivals: Arrival[] = [];
  #count = 0;

  constructor(name: string, title: string, modes: Readonly<Record<string, string>>, { takesSecret = false } = {}) {
    this.name = name;
    this.title = title;
    this.modes = modes;
    this.takesSecret = takesSecret;
    this.#mode = Object.keys(modes)[0] ?? '';
  }

  get mode(): string {
    return this.#mode;
  }

  /** Returns false, and changes nothing, when the party knows no such mode. */
  setMode(mode: string): boolean {
    if (!Object.hasOwn(this.modes, mode)) return false;
    this.#mode = mode;
    return true;
  }

  /** Newest first. */
  get arrivals(): readonly Arrival[] {
    return this.#arrivals;
  }

  record(summary: string, content: Readonly<Record<string, unknown>>): void {
    this.#count += 1;
    const arrival = { id: this.#count, at: instantNow(), summary, mode: this.#mode, content };
    this.#arrivals = [arrival, ...this.#arrivals].slice(0, mostKept);
  }

  forgetArrivals(): void {
    this.#arrivals = [];
  }
}
