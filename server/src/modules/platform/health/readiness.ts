import type { ReplyOf } from '@samay/contract/core/endpoint';
import type { getReady } from '@samay/contract/platform/health';
import { isOutboxOverdue, type OutboxHandlers } from '../../../outbox/index.ts';
import type { Dependencies } from '../../../context/dependencies.ts';
import { isClockRight, isMigrated, probeConnections } from './queries.ts';

type Report = ReplyOf<typeof getReady>;

interface CachedChecks {
  readonly migrations: boolean;
  readonly files: boolean;
  readonly outbox: boolean;
}

/** The time for which expensive checks are cached: the endpoint is public and unlimited. */
const cachedMs = 5000;

/**
 * Checks whether this process can serve. It is `unavailable` without its database, migrations,
 * writable folder of files or disk space, and `degraded` while the outbox is overdue, disk space is
 * low or the bucket does not answer. Third parties are not checked: their outage is no reason to
 * route visitors away. A check without an answer within READINESS_MS has failed.
 */
export class Readiness {
  readonly #dependencies: Dependencies;
  readonly #handlers: OutboxHandlers;
  #asking: Promise<boolean> | undefined;
  #cached: { readonly until: number; readonly checks: Promise<CachedChecks> } | undefined;

  constructor(dependencies: Dependencies, handlers: OutboxHandlers) {
    this.#dependencies = dependencies;
    this.#handlers = handlers;
  }

  async report(): Promise<Report> {
    const { database: asked } = this.#dependencies;
    // Concurrent requests share an answer.
    this.#asking ??= this.#databaseServes().finally(() => (this.#asking = undefined));
    const database = await this.#asking;
    if (!database) return { status: 'unavailable', checks: { database } };
    if (!isClockRight(asked)) return { status: 'unavailable', checks: { database, clock: false } };
    const { migrations, files, outbox } = await this.#cachedChecks();
    const room = this.#dependencies.disk?.check();
    const isFull = room === 'full' || room === 'exhausted';
    // Treats a missing bucket as degraded: every server lacks it alike, and all but the files
    // works.
    const isUnable = !migrations || isFull || (!files && !this.#dependencies.files.isShared);
    const status = isUnable ? 'unavailable' : files && outbox && room !== 'low' ? 'ok' : 'degraded';
    return {
      status,
      checks: { database, migrations, files, outbox, ...(room && { disk: room === 'ample' }) },
    };
  }

  async #databaseServes(): Promise<boolean> {
    const { database, log, settings } = this.#dependencies;
    const answer = await probeConnections(database, settings.readinessMs);
    if (answer === 'silent') log?.warn({}, 'not ready: no database connection answers');
    if (answer === 'busy') log?.warn({}, 'not ready: callers wait too long for a database connection');
    return answer === 'answers';
  }

  async #cachedChecks(): Promise<CachedChecks> {
    const now = this.#dependencies.clock().getTime();
    if (this.#cached === undefined || this.#cached.until <= now)
      this.#cached = { until: now + cachedMs, checks: this.#ask() };
    return this.#cached.checks;
  }

  async #ask(): Promise<CachedChecks> {
    const [migrations, files, outbox] = await Promise.all([
      this.#within(isMigrated(this.#dependencies.database)),
      this.#within(this.#dependencies.files.canWrite()),
      this.#within(isOutboxOverdue(this.#dependencies, this.#handlers).then((overdue) => !overdue)),
    ]);
    return { migrations, files, outbox };
  }

  async #within(check: Promise<boolean>): Promise<boolean> {
    const timeout = AbortSignal.timeout(this.#dependencies.settings.readinessMs);
    const late = new Promise<false>((resolve) => timeout.addEventListener('abort', () => resolve(false)));
    return Promise.race([check.catch(() => false), late]);
  }
}
