/** Limits of sending: messages a second of a number, and messages to the same person. */
export interface SendingLimits {
  readonly perSecond: number;
  /** Messages to one person in a burst; after it, one every `pairSeconds`. */
  readonly pairBurst: number;
  readonly pairSeconds: number;
}

/** The limits that the Cloud API documents. */
export const documentedLimits: SendingLimits = { perSecond: 80, pairBurst: 45, pairSeconds: 6 };

/** Counts what is left of a limit by key: a bucket that refills with time. */
export class Buckets {
  readonly #size: number;
  readonly #perMs: number;
  readonly #buckets = new Map<string, { left: number; at: number }>();

  constructor(size: number, perSecond: number) {
    this.#size = size;
    this.#perMs = perSecond / 1000;
  }

  /** Takes one of the key's bucket. Returns false when it is empty. */
  take(key: string, nowMs: number): boolean {
    const bucket = this.#buckets.get(key) ?? { left: this.#size, at: nowMs };
    const left = Math.min(this.#size, bucket.left + (nowMs - bucket.at) * this.#perMs);
    if (left < 1) return false;
    this.#buckets.set(key, { left: left - 1, at: nowMs });
    return true;
  }
}
