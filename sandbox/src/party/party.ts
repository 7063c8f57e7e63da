import { instantNow } from './clock.ts';

/** One request or message that a simulated third party received. */
export interface Arrival {
  /** A number that counts from 1 within a party. Clearing the list does not restart it. */
  readonly id: number;
  /** The time in ISO 8601, UTC. */
  readonly at: string;
  /** One line for the list, such as a subject or a request line. */
  readonly summary: string;
  /** The party's mode at that moment. */
  readonly mode: string;
  /** The complete request or message as JSON. */
  readonly content: Readonly<Record<string, unknown>>;
}

/** Arrivals to keep; older ones are dropped, because a demo may run for weeks. */
const mostKept = 500;

/** State of a simulated third party: its mode, and its arrivals. */
export class Party {
  readonly name: string;
  readonly title: string;
  /** All modes with a description. The first is the initial mode. */
  readonly modes: Readonly<Record<string, string>>;
  address = '';
  /** Whether the party checks signatures. */
  readonly takesSecret: boolean;
  /** The secret of the signatures; empty until a user or a test sets it. */
  secret = '';
  /** The path of a page of its own, such as a phone; empty when it has none. */
  readonly page: string;
  #mode: string;
  #arrivals: Arrival[] = [];
  #count = 0;

  constructor(
    name: string,
    title: string,
    modes: Readonly<Record<string, string>>,
    { takesSecret = false, page = '' } = {},
  ) {
    this.name = name;
    this.title = title;
    this.modes = modes;
    this.takesSecret = takesSecret;
    this.page = page;
    this.#mode = Object.keys(modes)[0] ?? '';
  }

  get mode(): string {
    return this.#mode;
  }

  /** Sets the mode. Returns false, and changes nothing, when the party knows no such mode. */
  setMode(mode: string): boolean {
    if (!Object.hasOwn(this.modes, mode)) return false;
    this.#mode = mode;
    return true;
  }

  /** Lists the arrivals, newest first. */
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
