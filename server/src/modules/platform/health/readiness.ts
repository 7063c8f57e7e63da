import type { ReplyOf } from '@samay/contract/core/endpoint';
import type { getReady } from '@samay/contract/platform/health';
import { isBehind } from '../../../outbox/index.ts';
import type { Dependencies } from '../../../context/dependencies.ts';
import { databaseServes, isMigrated } from './queries.ts';

type Report = ReplyOf<typeof getReady>;

interface Others {
  readonly migrations: boolean;
  readonly files: boolean;
  readonly outbox: boolean;
}

/** Anyone may ask, as often as they like: what costs more than a word of the database is asked so often at most. */
const keptMs = 5000;

/**
 * Whether this process can serve (reliability.md 5.8). Without its database, its migrations, a place for files or room on its disk it cannot,
 * though what was saved can be read; where nobody delivers what is due, or room is scarce, it can, and says `degraded`. No third party is asked:
 * one that is away takes nobody's visitors. A check that takes no answer within READINESS_MS has failed.
 */
export class Readiness {
  readonly #dependencies: Dependencies;
  #asking: Promise<boolean> | undefined;
  #kept: { readonly until: number; readonly checks: Promise<Others> } | undefined;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  async report(): Promise<Report> {
    // Those who ask at once share an answer.
    const { database: asked, log, settings } = this.#dependencies;
    this.#asking ??= databaseServes(asked, settings.readinessMs, log).finally(() => (this.#asking = undefined));
    const database = await this.#asking;
    if (!database) return { status: 'unavailable', checks: { database } };
    const { migrations, files, outbox } = await this.#others();
    const room = this.#dependencies.disk?.look();
    const isFull = room === 'full' || room === 'exhausted';
    const status = !migrations || !files || isFull ? 'unavailable' : outbox && room !== 'low' ? 'ok' : 'degraded';
    return { status, checks: { database, migrations, files, outbox, ...(room && { disk: room === 'ample' }) } };
  }

  async #others(): Promise<Others> {
    const now = this.#dependencies.clock().getTime();
    if (this.#kept === undefined || this.#kept.until <= now) this.#kept = { until: now + keptMs, checks: this.#ask() };
    return this.#kept.checks;
  }

  async #ask(): Promise<Others> {
    const [migrations, files, outbox] = await Promise.all([
      this.#within(isMigrated(this.#dependencies.database)),
      this.#within(this.#dependencies.files.canWrite()),
      this.#within(isBehind(this.#dependencies).then((behind) => !behind)),
    ]);
    return { migrations, files, outbox };
  }

  /** Whether it turned out well, in time. */
  async #within(check: Promise<boolean>): Promise<boolean> {
    const timeout = AbortSignal.timeout(this.#dependencies.settings.readinessMs);
    const late = new Promise<false>((resolve) => timeout.addEventListener('abort', () => resolve(false)));
    return Promise.race([check.catch(() => false), late]);
  }
}
