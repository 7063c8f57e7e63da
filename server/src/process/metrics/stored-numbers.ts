import type { Dependencies } from '../../context/dependencies.ts';
import { listMarks, type PlatformMark } from '../../db/platform-marks.ts';
import { readInOneMessageAsPlatform } from '../../db/read-in-one-message.ts';
import { countBrokenChecks } from '../../modules/platform/index.ts';
import { countWaiting, listDueSince, outboxKindNames, type WaitingEffects } from '../../outbox/index.ts';

/** The numbers that metrics read from the database. */
export interface StoredNumbers {
  readonly waiting: readonly WaitingEffects[];
  readonly dueSince: readonly { readonly kind: string; readonly since: Date }[];
  readonly marks: readonly PlatformMark[];
  readonly brokenChecks: readonly { readonly kind: string; readonly count: number }[];
}

/** The cache's lifetime: several scrapers, and every server, ask for the same rows. */
const cachedMs = 10_000;
/**
 * The longest wait: a scrape has ten seconds by default, and everything else is known without the
 * database.
 */
const longestMs = 3_000;

/**
 * Reads the numbers at most every ten seconds. Undefined where the database did not answer in time.
 */
export class StoredNumbersReader {
  readonly #dependencies: Pick<Dependencies, 'database' | 'clock'>;
  /** The kinds that this process has handlers for: others wait without being overdue. */
  readonly deliverable: readonly string[];
  #cached: { readonly until: number; readonly numbers: Promise<StoredNumbers | undefined> } | undefined;

  constructor(dependencies: Pick<Dependencies, 'database' | 'clock'>, deliverable: readonly string[]) {
    this.#dependencies = dependencies;
    this.deliverable = deliverable;
  }

  async read(): Promise<StoredNumbers | undefined> {
    const now = performance.now();
    if (this.#cached === undefined || this.#cached.until <= now)
      this.#cached = { until: now + cachedMs, numbers: this.#ask() };
    return this.#cached.numbers;
  }

  async #ask(): Promise<StoredNumbers | undefined> {
    const clock = this.#dependencies.clock();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), longestMs);
    });
    const numbers = readInOneMessageAsPlatform(this.#dependencies, {
      waiting: countWaiting({ now: clock }),
      dueSince: listDueSince({ kinds: this.deliverable, now: clock }),
      marks: listMarks({}),
      brokenChecks: countBrokenChecks({}),
    }).then((read) => ({ ...read, waiting: read.waiting.filter(({ kind }) => outboxKindNames.has(kind)) }));
    return Promise.race([numbers, late])
      .catch(() => undefined) // samay_database_up reports it
      .finally(() => clearTimeout(timer));
  }
}
