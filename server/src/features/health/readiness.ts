import type { ReplyOf } from '@samay/contract/endpoint';
import type { getReady } from '@samay/contract/health';
import { isBehind } from '../../outbox/index.ts';
import type { Parts } from '../../parts.ts';
import { databaseAnswers, isMigrated } from './queries.ts';

type Report = ReplyOf<typeof getReady>;

interface Others {
  readonly migrations: boolean;
  readonly files: boolean;
  readonly outbox: boolean;
}

/** A check that takes no answer within this time has failed. */
const patienceMs = 1000;
/** Anyone may ask, as often as they like: what costs more than a word of the database is asked so often at most. */
const keptMs = 5000;

/**
 * Whether this process can serve (reliability.md 5.8). Without its database, its migrations or a place for files it cannot; where nobody delivers
 * what is due it can, and says `degraded`. No third party is asked: one that is away takes nobody's visitors.
 */
export class Readiness {
  readonly #parts: Parts;
  #kept: { readonly until: number; readonly checks: Promise<Others> } | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async report(): Promise<Report> {
    const database = await within(databaseAnswers(this.#parts.database));
    if (!database) return { status: 'unavailable', checks: { database } };
    const { migrations, files, outbox } = await this.#others();
    const status = !migrations || !files ? 'unavailable' : outbox ? 'ok' : 'degraded';
    return { status, checks: { database, migrations, files, outbox } };
  }

  async #others(): Promise<Others> {
    const now = this.#parts.clock().getTime();
    if (this.#kept === undefined || this.#kept.until <= now) this.#kept = { until: now + keptMs, checks: this.#ask() };
    return this.#kept.checks;
  }

  async #ask(): Promise<Others> {
    const [migrations, files, outbox] = await Promise.all([
      within(isMigrated(this.#parts.database)),
      within(this.#parts.files.canWrite()),
      within(isBehind(this.#parts).then((behind) => !behind)),
    ]);
    return { migrations, files, outbox };
  }
}

/** Whether it turned out well, in time. */
async function within(check: Promise<boolean>): Promise<boolean> {
  const timeout = AbortSignal.timeout(patienceMs);
  const late = new Promise<false>((resolve) => timeout.addEventListener('abort', () => resolve(false)));
  return Promise.race([check.catch(() => false), late]);
}
