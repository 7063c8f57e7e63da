import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Pool } from 'pg';
import { type Announcement, type DatabaseLog, getUnknownChanges } from '../../database.ts';
import type { AnnouncesLater } from '../../open-database.ts';

/**
 * The interval at which a server announces that it runs; the others consider it ended after three
 * times as long without an announcement (reach/live/server-watch.ts).
 */
const aliveEveryMs = 5_000;
const retryMs = 500;
/**
 * The most announcements that wait, more than a minute without the database causes; beyond it, each
 * business has one announcement.
 */
const mostWaiting = 10_000;

/**
 * Announces the changes of transactions after their commit: `pg_notify` in a transaction takes a
 * lock over the whole database that it keeps until its commit has reached the disk, so only one
 * transaction could commit at a time (decision 0044). The announcements of all requests of this
 * process are sent together, in one statement at a time, and are kept until the database has
 * accepted them. If a process ends before that, they are lost: each announces that it runs, so that
 * the others notice when one stops without a notice.
 */
export class Announcer implements AnnouncesLater {
  readonly #pool: Pool;
  readonly #log: DatabaseLog;
  readonly #server = randomUUID();
  #waiting: Announcement[] = [];
  #sending: Promise<void> | undefined;
  #introduced: Promise<void> | undefined;
  #alive: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(pool: Pool, log: DatabaseLog) {
    this.#pool = pool;
    this.#log = log;
  }

  /** Announces that this server runs. Only the first call sends a statement. */
  async introduce(): Promise<void> {
    this.#introduced ??= this.#notify([this.#state('alive')]).then(
      () => {
        this.#alive ??= setInterval(() => this.announce([this.#state('alive')]), aliveEveryMs).unref();
      },
      (error: unknown) => {
        this.#introduced = undefined;
        throw error;
      },
    );
    return this.#introduced;
  }

  announce(announcements: readonly Announcement[]): void {
    this.#waiting.push(...announcements);
    if (this.#waiting.length > 0)
      this.#sending ??= this.#sendAll().finally(() => (this.#sending = undefined));
  }

  /**
   * Sends the waiting announcements. Without the database it gives up, and the other servers
   * notice.
   */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#alive);
    await this.#sending;
    if (this.#introduced && this.#waiting.length === 0)
      await this.#notify([this.#state('stopped')]).catch(() => undefined);
  }

  async #sendAll(): Promise<void> {
    for (let failures = 0; this.#waiting.length > 0;) {
      const sent = this.#waiting.splice(0);
      try {
        await this.#notify(sent);
        failures = 0;
      } catch (error) {
        this.#waiting.unshift(...sent);
        if (this.#waiting.length > mostWaiting) this.#waiting = merged(this.#waiting);
        if (failures === 0)
          this.#log.warn(
            { err: error },
            'changes could not be announced; they are announced as soon as the database answers',
          );
        failures += 1;
        if (this.#isClosed) return;
        await wait(retryMs, undefined, { ref: false });
      }
    }
  }

  async #notify(announcements: readonly Announcement[]): Promise<void> {
    const channels = announcements.map(({ channel }) => channel);
    const payloads = announcements.map(({ payload }) => payload);
    await this.#pool.query(
      `select pg_notify(channel, payload) from unnest($1::text[], $2::text[]) with ordinality as sent (channel, payload, place) order by place`,
      [channels, payloads],
    );
  }

  #state(state: 'alive' | 'stopped'): Announcement {
    return { channel: 'changes', payload: `server ${this.#server} ${state}` };
  }
}

/** Reduces the announcements to one for each business: its screens fetch everything again. */
function merged(announcements: readonly Announcement[]): Announcement[] {
  const woken = ['events', ''].map((payload) => ({ channel: 'outbox' as const, payload }));
  return [...woken, ...getUnknownChanges(announcements)];
}
