import { createHash } from 'node:crypto';
import { now } from '@samay/contract/core/time';
import { sql } from 'kysely';
import RateLimiterMemory from 'rate-limiter-flexible/lib/RateLimiterMemory.js';
import RateLimiterPostgres from 'rate-limiter-flexible/lib/RateLimiterPostgres.js';
import RateLimiterRes from 'rate-limiter-flexible/lib/RateLimiterRes.js';
import type { Dependencies } from '../../context/dependencies.ts';
import { noMetrics } from '../../core/metrics.ts';
import type { Database } from '../../db/database.ts';
import { deleteRows, statement } from '../../db/statement.ts';
import { asJob, asLimiter, platform, type Tx } from '../../db/tenant.ts';
import { countChanged, run, writeTogether } from '../../db/transaction.ts';
import { tooMany } from './rate-limits.ts';

type Counting = Pick<Dependencies, 'database' | 'log' | 'metrics'>;

interface Limit {
  /** The limit's name in metrics and keys. Limits with one name share their counts. */
  readonly name: string;
  readonly points: number;
  readonly seconds: number;
}

/**
 * A limit that protects money or people: counted in the database, so that it holds over all servers
 * and outlives a restart (decision 0065). Each process also counts the calls that it has let
 * through. Its own count is never above the shared one of the same window, so it refuses an
 * attacker without asking the database; and it alone decides while the database cannot be asked.
 */
export class SharedLimiter {
  readonly #limit: Limit;
  readonly #counting: Counting;
  readonly #own: RateLimiterMemory;
  readonly #shared: RateLimiterPostgres;
  #isUnshared = false;

  constructor(limit: Limit, counting: Counting) {
    this.#limit = limit;
    this.#counting = counting;
    const { points, seconds: duration } = limit;
    this.#own = new RateLimiterMemory({ points, duration });
    noteOwn(counting.database, this.#own);
    const options = {
      points,
      duration,
      tableName: 'rate_limits',
      tableCreated: true,
      clearExpiredByTimeout: false,
    };
    this.#shared = new RateLimiterPostgres({
      ...options,
      storeClient: storeClient(counting),
      storeType: 'client',
      keyPrefix: '',
    });
  }

  /**
   * Counts one call, and returns a function that uncounts it. A refused one is not counted.
   * @throws `request.too_many` with the seconds to wait
   */
  async take(key: string): Promise<() => Promise<void>> {
    const hash = getHash(`${this.#limit.name} ${key}`);
    const uncountOwn = () => uncount(this.#own, hash);
    await this.#own.consume(hash).catch(async (refusal: unknown) => {
      await uncountOwn();
      throw this.#refusalOf(refusal);
    });
    const isShared = await this.#countShared(hash).catch(async (refusal: unknown) => {
      await uncountOwn();
      await this.#uncountShared(hash);
      throw this.#refusalOf(refusal);
    });
    return async () => {
      await uncountOwn();
      if (isShared) await this.#uncountShared(hash);
    };
  }

  /** Counts in the database. Returns false if the database did not answer. */
  async #countShared(hash: string): Promise<boolean> {
    try {
      await this.#shared.consume(hash);
      this.#isUnshared = false;
      return true;
    } catch (error) {
      if (error instanceof RateLimiterRes) throw error;
      this.#reportFault(error);
      return false;
    }
  }

  /**
   * Uncounts in one statement, which leaves a window that has ended since alone. A failed uncount
   * ends with its window.
   */
  async #uncountShared(hash: string): Promise<void> {
    const reduced = reduceCount({ hash, instant: now().getTime() });
    await asLimiter(this.#counting, (tx) => run(tx, platform, reduced)).catch((error: unknown) =>
      this.#reportFault(error),
    );
  }

  #refusalOf(refusal: unknown): unknown {
    if (refusal instanceof RateLimiterRes) (this.#counting.metrics ?? noMetrics).limitHit(this.#limit.name);
    return tooMany(refusal);
  }

  /** Logs a fault once until the database answers again. */
  #reportFault(error: unknown): void {
    (this.#counting.metrics ?? noMetrics).limitUnshared();
    if (!this.#isUnshared)
      this.#counting.log?.warn(
        { err: error, limit: this.#limit.name },
        'a limit is counted in this process alone',
      );
    this.#isUnshared = true;
  }
}

/**
 * Counts one call in each limit, or in none of them, and returns a function that uncounts them.
 * @throws `request.too_many`
 */
export async function takeAll(...counts: [SharedLimiter, string][]): Promise<() => Promise<void>> {
  const taken: (() => Promise<void>)[] = [];
  const uncount = async () => {
    for (const each of taken) await each();
  };
  try {
    for (const [limiter, key] of counts) taken.push(await limiter.take(key));
  } catch (error) {
    await uncount();
    throw error;
  }
  return uncount;
}

/** Deletes the counts whose window has ended. Returns their number. */
export async function deleteEndedCounts(dependencies: Pick<Dependencies, 'database'>): Promise<number> {
  return asJob(dependencies, (tx) => countChanged(tx, platform, deleteEnded({ instant: now().getTime() })));
}

const deleteEnded = statement((db, { instant }: { instant: number }) =>
  db.deleteFrom('rate_limits').where('expire', '<=', instant),
);

const reduceCount = statement(
  (_, { hash, instant }: { hash: string; instant: number }) =>
    sql`update rate_limits set points = points - 1 where key = ${hash} and points > 0 and expire > ${instant}`,
);

/** Adapts the database to the library's store: each statement is a transaction of the platform. */
function storeClient(counting: Counting) {
  return {
    query: async ({ text, values }: { text: string; values: unknown[] }) =>
      asLimiter(counting, async (tx) => {
        const [answer] = await tx.send([{ text, values, isPrepared: true, writes: true }]);
        const rows = answer?.rows ?? [];
        return { rows, rowCount: rows.length };
      }),
  };
}

/** Uncounts one call, never below zero: the window may have ended since. */
async function uncount(limiter: RateLimiterMemory, key: string): Promise<void> {
  const counted = await limiter.get(key);
  if (counted && counted.consumedPoints > 0) await limiter.reward(key);
}

/** Hashes a key, which may be an email address: the table keeps only the hash. */
function getHash(text: string): string {
  return createHash('sha256').update(`limit ${text}`).digest('base64url');
}

/** The channel on which servers are told to forget counts. */
const unlockChannel = 'limits';
/** The own counts of this process, by database. */
const ownCounts = new WeakMap<Database, Set<RateLimiterMemory>>();

/**
 * Forgets counts in a platform transaction: the table's at its end, those of each server soon after
 * (`followUnlocks`).
 */
export async function forgetCounts(
  tx: Tx,
  counts: readonly { readonly name: string; readonly key: string }[],
): Promise<void> {
  const forgotten = counts.flatMap(({ name, key }) => {
    const hash = getHash(`${name} ${key}`);
    return [deleteRows('rate_limits', { key: hash }), notifyUnlocked({ hash })];
  });
  await writeTogether(tx, platform, forgotten);
}

const notifyUnlocked = statement(
  (_, { hash }: { hash: string }) => sql<object>`select pg_notify(${unlockChannel}, ${hash})`,
);

/**
 * Forgets this process's own counts when an operator unlocks an account or address. A missed notice
 * ends with its window. Returns a function that ends this.
 */
export async function followUnlocks(database: Database): Promise<() => Promise<void>> {
  const forget = async (hash: string) => {
    for (const limiter of ownCounts.get(database) ?? []) await limiter.delete(hash);
  };
  return database.listen(
    unlockChannel,
    (hash) => void forget(hash),
    () => undefined,
  );
}

function noteOwn(database: Database, limiter: RateLimiterMemory): void {
  const known = ownCounts.get(database) ?? new Set();
  ownCounts.set(database, known.add(limiter));
}
