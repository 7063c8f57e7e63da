import type { SystemStatus } from '@samay/contract/platform/status';
import type { Dependencies } from '../../../context/dependencies.ts';
import { readInOneMessageAsPlatform } from '../../../db/read-in-one-message.ts';
import { onlyRow } from '../../../db/transaction.ts';
import {
  channelOf,
  countWaiting,
  handledKinds,
  listDueSince,
  type OutboxHandlers,
} from '../../../outbox/index.ts';
import { countFailed } from '../outbox/queries.ts';
import {
  listBusiestBusinesses,
  listLargestBusinesses,
  listLargestTables,
  listMarks,
  listSlowestStatements,
  type PlatformMark,
  readDatabaseSize,
} from './status-queries.ts';

/** However many super admins look, the database is asked once in this time. */
const cachedMs = 15_000;
const most = 10;
const dayMs = 86_400_000;
const channels = ['mail', 'calendar', 'webhook'] as const;
/** A job is late after this many of its intervals and the time between two of its marks. */
const lateIntervals = 3;
const markSlackMs = 10 * 60_000;

/**
 * The status of the installation for super admins. Each part costs the same however much is stored
 * (status-queries.ts).
 */
export class StatusReader {
  readonly #dependencies: Dependencies;
  readonly #handlers: OutboxHandlers;
  #cached: { readonly until: number; readonly status: Promise<SystemStatus> } | undefined;

  constructor(dependencies: Dependencies, handlers: OutboxHandlers) {
    this.#dependencies = dependencies;
    this.#handlers = handlers;
  }

  async read(): Promise<SystemStatus> {
    const now = this.#dependencies.clock();
    const isFresh =
      this.#cached !== undefined &&
      this.#cached.until > now.getTime() &&
      this.#cached.until <= now.getTime() + cachedMs;
    if (!isFresh) this.#cached = { until: now.getTime() + cachedMs, status: this.#ask(now) };
    const cached = this.#cached;
    return orForget(cached?.status ?? this.#ask(now), () => {
      if (this.#cached === cached) this.#cached = undefined;
    });
  }

  /** Asks anew at the next read, after a change that a super admin wants to see. */
  forget(): void {
    this.#cached = undefined;
  }

  async #ask(now: Date): Promise<SystemStatus> {
    const { database } = this.#dependencies;
    const kinds = handledKinds(this.#handlers);
    const hourAgo = new Date(now.getTime() - dayMs / 24);
    const read = await readInOneMessageAsPlatform(this.#dependencies, {
      marks: listMarks({}),
      waiting: countWaiting({}),
      failed: countFailed({ now }),
      dueSince: listDueSince({ kinds, now }),
      size: readDatabaseSize({}),
      tables: listLargestTables({ most }),
      largest: listLargestBusinesses({ since: new Date(now.getTime() - 30 * dayMs), most }),
      busiest: listBusiestBusinesses({ since: hourAgo, most }),
    });
    const size = onlyRow(read.size);
    const markOf = (name: string) => read.marks.find((mark) => mark.name === name)?.at.toISOString() ?? null;
    return {
      at: now.toISOString(),
      backupAt: markOf('backup'),
      restoreDrillAt: markOf('restore-drill'),
      jobs: read.marks.flatMap((mark) => jobOf(mark, now)),
      channels: channels.map((channel) => {
        const waiting = read.waiting.filter(({ kind }) => channelOf(kind) === channel);
        const failed = read.failed.filter(({ kind }) => channelOf(kind) === channel);
        const due = read.dueSince
          .filter(({ kind }) => channelOf(kind) === channel)
          .map(({ since }) => since.getTime());
        return {
          channel,
          isSetUp: kinds.some((kind) => channelOf(kind) === channel),
          waiting: waiting.reduce((sum, each) => sum + each.waiting, 0),
          retrying: waiting.reduce((sum, each) => sum + each.retrying, 0),
          givenUp: failed.reduce((sum, each) => sum + each.given_up, 0),
          replayable: failed.reduce((sum, each) => sum + each.replayable, 0),
          dueSince: due.length > 0 ? new Date(Math.min(...due)).toISOString() : null,
        };
      }),
      outbox: read.waiting,
      database: { kind: database.kind, bytes: size.bytes, tables: read.tables },
      largest: read.largest.map(({ new_rows: newRows, ...business }) => ({ ...business, newRows })),
      busiest: {
        since: (read.busiest[0]?.since ?? hourAgo).toISOString(),
        businesses: read.busiest.map(({ id, name, rows }) => ({ id, name, rows })),
      },
      statements: size.has_statements ? await this.#statements() : { state: 'absent', slowest: [] },
    };
  }

  /** A read of its own: where the server may not read them, it fails. */
  async #statements(): Promise<SystemStatus['statements']> {
    try {
      const { slowest } = await readInOneMessageAsPlatform(this.#dependencies, {
        slowest: listSlowestStatements({ most }),
      });
      return {
        state: 'listed',
        slowest: slowest.map(({ text, calls, mean_ms: meanMs, total_ms: totalMs }) => ({
          text,
          calls,
          meanMs,
          totalMs,
        })),
      };
    } catch (error) {
      this.#dependencies.log?.info({ err: error }, 'the statistics of statements could not be read');
      return { state: 'unreadable', slowest: [] };
    }
  }
}

function jobOf({ name, at, detail }: PlatformMark, now: Date): SystemStatus['jobs'] {
  const everySeconds = (detail as { everySeconds?: unknown }).everySeconds;
  if (!name.startsWith('job ') || typeof everySeconds !== 'number') return [];
  const late = now.getTime() - at.getTime() > lateIntervals * everySeconds * 1000 + markSlackMs;
  return [{ name: name.slice('job '.length), lastSuccessAt: at.toISOString(), everySeconds, late }];
}

/** A failure is not kept: the next request asks again. */
async function orForget<T>(answer: Promise<T>, forget: () => void): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    forget();
    throw error;
  }
}
