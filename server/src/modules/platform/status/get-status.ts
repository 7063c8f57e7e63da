import type { SystemStatus } from '@samay/contract/platform/status';
import type { Dependencies } from '../../../context/dependencies.ts';
import { version } from '../../../core/version.ts';
import { readInOneMessageAsPlatform } from '../../../db/read-in-one-message.ts';
import { onlyRow } from '../../../db/transaction.ts';
import {
  getChannel,
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
} from './queries.ts';

/** The kinds of the mail's channel that also work where no mail is set up. */
const withoutMail: ReadonlySet<string> = new Set([
  'booking.notice',
  'late.notice',
  'reminder.notice',
  'reminders.plan',
]);

/** The time for which the status is cached, for all super admins together. */
const cachedMs = 15_000;
const most = 10;
const dayMs = 86_400_000;
const channels = ['mail', 'calendar', 'webhook'] as const;
/** A job is late after so many intervals and the time between two marks. */
const lateIntervals = 3;
const markSlackMs = 10 * 60_000;

/**
 * The status of the installation. Each part costs the same regardless of the amount of stored data.
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
    const time = now.getTime();
    const { until } = this.#cached ?? { until: 0 };
    if (until <= time || until > time + cachedMs)
      this.#cached = { until: time + cachedMs, status: this.#ask(now) };
    const cached = this.#cached;
    try {
      return await (cached?.status ?? this.#ask(now));
    } catch (error) {
      // Drops a failure from the cache: the next request asks again.
      if (this.#cached === cached) this.forget();
      throw error;
    }
  }

  /** Drops the cached status, so that the next read asks again. */
  forget(): void {
    this.#cached = undefined;
  }

  async #ask(now: Date): Promise<SystemStatus> {
    const { database } = this.#dependencies;
    const kinds = handledKinds(this.#handlers);
    const hourAgo = new Date(now.getTime() - dayMs / 24);
    const read = await readInOneMessageAsPlatform(this.#dependencies, {
      marks: listMarks({}),
      waiting: countWaiting({ now }),
      failed: countFailed({ now }),
      dueSince: listDueSince({ kinds, now }),
      size: readDatabaseSize({}),
      tables: listLargestTables({ most }),
      largest: listLargestBusinesses({ since: new Date(now.getTime() - 30 * dayMs), most }),
      busiest: listBusiestBusinesses({ since: hourAgo, most }),
    });
    const size = onlyRow(read.size);
    const getMark = (name: string) => read.marks.find((mark) => mark.name === name)?.at.toISOString() ?? null;
    return {
      at: now.toISOString(),
      version,
      backupAt: getMark('backup'),
      restoreDrillAt: getMark('restore-drill'),
      jobs: read.marks.flatMap((mark) => presentJob(mark, now)),
      channels: channels.map((channel) => {
        const isOwn = ({ kind }: { kind: string }) => getChannel(kind) === channel;
        const waiting = read.waiting.filter(isOwn);
        const failed = read.failed.filter(isOwn);
        const due = read.dueSince.filter(isOwn).map(({ since }) => since.getTime());
        return {
          channel,
          isSetUp: kinds.some((kind) => isOwn({ kind }) && !withoutMail.has(kind)),
          waiting: waiting.reduce((sum, each) => sum + each.waiting, 0),
          retrying: waiting.reduce((sum, each) => sum + each.retrying, 0),
          givenUp: failed.reduce((sum, each) => sum + each.given_up, 0),
          replayable: failed.reduce((sum, each) => sum + each.replayable, 0),
          dueSince: due.length > 0 ? new Date(Math.min(...due)).toISOString() : null,
        };
      }),
      outbox: read.waiting,
      database: { kind: database.kind, bytes: size.bytes, tables: read.tables },
      largest: read.largest,
      busiest: {
        since: (read.busiest[0]?.since ?? hourAgo).toISOString(),
        businesses: read.busiest.map(({ id, name, rows }) => ({ id, name, rows })),
      },
      statements: size.has_statements ? await this.#statements() : { state: 'absent', slowest: [] },
    };
  }

  /** Reads statistics separately: it fails if the server may not read them. */
  async #statements(): Promise<SystemStatus['statements']> {
    try {
      const { slowest } = await readInOneMessageAsPlatform(this.#dependencies, {
        slowest: listSlowestStatements({ most }),
      });
      return { state: 'listed', slowest };
    } catch (error) {
      this.#dependencies.log?.info({ err: error }, 'the statistics of statements could not be read');
      return { state: 'unreadable', slowest: [] };
    }
  }
}

function presentJob({ name, at, detail }: PlatformMark, now: Date): SystemStatus['jobs'] {
  const everySeconds = (detail as { everySeconds?: unknown }).everySeconds;
  if (!name.startsWith('job ') || typeof everySeconds !== 'number') return [];
  const late = now.getTime() - at.getTime() > lateIntervals * everySeconds * 1000 + markSlackMs;
  return [{ name: name.slice('job '.length), lastSuccessAt: at.toISOString(), everySeconds, late }];
}
