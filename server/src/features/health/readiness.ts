import type { ReplyOf } from '@samay/contract/endpoint';
import type { getReady } from '@samay/contract/health';
import { isBehind } from '../../outbox/index.ts';
import type { Parts } from '../../parts.ts';
import { databaseAnswers } from './queries.ts';

type Report = ReplyOf<typeof getReady>;

/** A check that takes no answer within this time has failed. */
const patienceMs = 1000;
/** Anyone may ask, as often as they like: what costs more than a word of the database is asked so often at most. */
const keptMs = 5000;

/**
 * Whether this process can serve (reliability.md 5.8). Without its database, a place for files or room on its disk it
 * cannot, though what was saved can be read; where nobody delivers what is due, or room is scarce, it can, and says `degraded`. No third party is asked: one that is away takes nobody's visitors.
 */
export class Readiness {
  readonly #parts: Parts;
  #kept: { readonly until: number; readonly checks: Promise<{ files: boolean; outbox: boolean }> } | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async report(): Promise<Report> {
    const database = await within(databaseAnswers(this.#parts.database));
    if (!database) return { status: 'unavailable', checks: { database } };
    const { files, outbox } = await this.#others();
    const room = this.#parts.disk?.look();
    const isFull = room === 'full' || room === 'exhausted';
    const status = !files || isFull ? 'unavailable' : outbox && room !== 'low' ? 'ok' : 'degraded';
    return { status, checks: { database, files, outbox, ...(room && { disk: room === 'ample' }) } };
  }

  async #others(): Promise<{ files: boolean; outbox: boolean }> {
    const now = this.#parts.clock().getTime();
    if (this.#kept === undefined || this.#kept.until <= now) this.#kept = { until: now + keptMs, checks: this.#ask() };
    return this.#kept.checks;
  }

  async #ask(): Promise<{ files: boolean; outbox: boolean }> {
    const [files, outbox] = await Promise.all([
      within(this.#parts.files.canWrite()),
      within(isBehind(this.#parts).then((behind) => !behind)),
    ]);
    return { files, outbox };
  }
}

/** Whether it turned out well, in time. */
async function within(check: Promise<boolean>): Promise<boolean> {
  const timeout = AbortSignal.timeout(patienceMs);
  const late = new Promise<false>((resolve) => timeout.addEventListener('abort', () => resolve(false)));
  return Promise.race([check.catch(() => false), late]);
}
