import { setTimeout as wait } from 'node:timers/promises';
import { now } from '@samay/contract/core/time';
import type { Pool } from 'pg';
import type { DatabaseLog } from '../../database.ts';

/**
 * The largest accepted difference. A lease in the outbox is twice as long: a server whose clock is
 * further off would deliver what another is delivering.
 */
const mostMs = 30_000;
const everyMs = 10_000;

/** This machine's clock and the database's differ too much to serve. */
export class ClockDiffers extends Error {
  override readonly name = 'ClockDiffers';
  /** The code of an unavailable database. */
  readonly code = '08000';

  constructor(ms: number) {
    const how = `${Math.round(Math.abs(ms) / 1_000)} s ${ms > 0 ? 'ahead of' : 'behind'}`;
    super(`this machine's clock is ${how} the database's: nothing is served until they agree`);
  }
}

/**
 * Compares this machine's clock with the database's. Sessions, leases of deliveries, reminders and
 * bookable times are judged by the server's clock, so all servers of a database must have the same
 * time: while they differ, nothing is read or written. A clock that jumps is noticed immediately,
 * because Node's clock of elapsed time does not jump with it; it is accepted again after the
 * database has confirmed it.
 */
export class ClockCheck {
  readonly #pool: Pool;
  readonly #log: DatabaseLog;
  readonly #ending = new AbortController();
  /**
   * The difference between this machine's clock and the elapsed time when the database last agreed
   * with it.
   */
  #agreed = elapsed();
  #differenceMs = 0;
  #isRight = true;
  #isComparing = false;

  constructor(pool: Pool, log: DatabaseLog) {
    this.#pool = pool;
    this.#log = log;
  }

  /** Throws if the database has not confirmed this machine's clock. */
  readonly assertRight = (): void => {
    const error = this.problem();
    if (error) throw error;
  };

  /**
   * Returns the reason why nothing is served; undefined while the clocks agree. Asks the database
   * immediately after a jump.
   */
  problem(): ClockDiffers | undefined {
    const jumpedMs = elapsed() - this.#agreed;
    if (Math.abs(jumpedMs) > mostMs && !this.#isComparing) void this.#compareOnce();
    const ms = Math.abs(this.#differenceMs) > mostMs ? this.#differenceMs : jumpedMs;
    return Math.abs(ms) > mostMs ? new ClockDiffers(ms) : undefined;
  }

  /**
   * Asks the database for its time. The duration of the answer counts as uncertainty of the clock.
   */
  async compare(): Promise<void> {
    const asked = now().getTime();
    const { rows } = await this.#pool.query<{ time: number }>(
      'select (extract(epoch from clock_timestamp()) * 1000)::float8 as time',
    );
    const answered = now().getTime();
    const time = rows[0]?.time ?? asked;
    const wasRight = this.#isRight;
    this.#differenceMs = asked > time ? asked - time : Math.min(0, answered - time);
    this.#agreed = elapsed();
    this.#isRight = Math.abs(this.#differenceMs) <= mostMs;
    if (wasRight && !this.#isRight) this.#log.error({}, new ClockDiffers(this.#differenceMs).message);
    if (!wasRight && this.#isRight)
      this.#log.warn({}, `this machine's clock agrees with the database's again`);
  }

  async #compareOnce(): Promise<void> {
    this.#isComparing = true;
    await this.compare().catch(() => undefined); // the next request asks again
    this.#isComparing = false;
  }

  /** Compares at an interval until `stop`. */
  start(): void {
    void this.#watch();
  }

  stop(): void {
    this.#ending.abort();
  }

  async #watch(): Promise<void> {
    const { signal } = this.#ending;
    while (!signal.aborted) {
      await wait(everyMs, undefined, { ref: false, signal }).catch(() => undefined);
      // Keeps the last result without an answer; the database's absence is reported elsewhere.
      if (!signal.aborted) await this.compare().catch(() => undefined);
    }
  }
}

/**
 * Returns the difference between the clock and Node's elapsed time: constant while the clock does
 * not jump.
 */
function elapsed(): number {
  return now().getTime() - performance.now();
}
