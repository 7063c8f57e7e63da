import type { PGlite } from '@electric-sql/pglite';
import { escapeIdentifier } from 'pg';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import type { DatabaseLog } from '../../database.ts';
import { stopOnFault } from './stop-on-fault.ts';

export interface EngineOptions {
  readonly log: DatabaseLog;
  /** The timeout of a statement; after it the engine counts as stuck and is replaced. */
  readonly statementMs: number;
  /** Opens the same data again; absent for a database in memory. */
  readonly reopen?: (() => Promise<PGlite>) | undefined;
  /** Whether the disk has space for what opening writes. */
  readonly hasRoom?: () => boolean;
  /** Called when the data could not be opened again in several attempts. */
  readonly giveUp?: () => void;
}

/**
 * Thrown while the embedded database is stopped. The code is PostgreSQL's `cannot_connect_now`, so
 * that it counts as an outage.
 */
class EngineStopped extends Error {
  override readonly name = 'EngineStopped';
  readonly code = '57P03';

  constructor(options?: ErrorOptions) {
    super('the embedded database is stopped', options);
  }
}

type Listener = (channel: string, payload: string) => void;

/** Attempts to reopen, not counting those without space on the disk. */
const attempts = 5;
const pauseMs = 1_000;
/**
 * The time for which statements may follow each other before files, the network and timers are
 * served: PGlite answers without waiting for them.
 */
const turnMs = 20;

/**
 * PGlite with a watchdog (decision 0022). When PostgreSQL in it ends, or a statement does not
 * return, every caller gets an error, and a new PGlite reopens the data and replays the log:
 * committed transactions are restored, running ones are not.
 */
export class EmbeddedEngine {
  readonly #options: EngineOptions;
  /** Absent while it is stopped. */
  #pglite: PGlite | undefined;
  #end: (reason: Error) => void = () => undefined;
  #reopening: Promise<void> | undefined;
  #isClosed = false;
  #turnEnds = 0;
  readonly #channels = new Set<string>();
  readonly #listeners = new Set<Listener>();
  readonly #gapListeners = new Set<() => void>();
  /** Part of PGlite's interface, which embedded-connection.ts needs. */
  readonly waitReady = Promise.resolve();

  constructor(pglite: PGlite, options: EngineOptions) {
    this.#options = options;
    this.#adopt(pglite);
  }

  /** Whether new sessions are read-only. */
  isReadOnly = false;

  get isRunning(): boolean {
    return this.#pglite !== undefined;
  }

  /** Runs one or several statements without parameters. */
  async exec(statements: string): Promise<void> {
    await this.#run((pglite) => pglite.exec(statements));
  }

  /** Sends a message of PostgreSQL's protocol; an error of the database is part of the answer. */
  async execProtocolStream(
    ...parameters: Parameters<PGlite['execProtocolStream']>
  ): ReturnType<PGlite['execProtocolStream']> {
    return this.#run((pglite) => pglite.execProtocolStream(...parameters));
  }

  async dump(compression: 'gzip' | 'none'): Promise<Blob> {
    if (!this.#pglite) throw new EngineStopped();
    return this.#pglite.dumpDataDir(compression);
  }

  /**
   * Registers a listener for notifications; `onGap` is called after the engine was replaced,
   * because some may have been missed.
   */
  listen(channel: string, listener: Listener, onGap: () => void): () => void {
    this.#channels.add(channel);
    this.#listeners.add(listener);
    this.#gapListeners.add(onGap);
    return () => {
      this.#listeners.delete(listener);
      this.#gapListeners.delete(onGap);
    };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#reopening;
    await this.#pglite?.close();
    this.#pglite = undefined;
  }

  #adopt(pglite: PGlite): void {
    this.#end = stopOnFault(pglite, (reason) => this.#stopped(reason));
    pglite.onNotification((channel, payload) => {
      for (const listener of this.#listeners) listener(channel, payload);
    });
    this.#pglite = pglite;
  }

  async #run<T>(work: (pglite: PGlite) => Promise<T>): Promise<T> {
    if (performance.now() > this.#turnEnds) {
      await nextTurn();
      this.#turnEnds = performance.now() + turnMs;
    }
    const pglite = this.#pglite;
    if (!pglite) throw new EngineStopped();
    const { statementMs } = this.#options;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        if (this.#pglite === pglite)
          this.#end(new Error(`a statement did not come back within ${statementMs} ms`));
        reject(new EngineStopped());
      }, statementMs);
    });
    try {
      return await Promise.race([work(pglite), late]);
    } catch (error) {
      throw this.#pglite === pglite ? error : new EngineStopped({ cause: error });
    } finally {
      clearTimeout(timer);
    }
  }

  #stopped(reason: Error): void {
    this.#pglite = undefined;
    this.#options.log.error({ err: reason }, `the embedded database is stuck: ${reason.message}`);
    const { reopen } = this.#options;
    if (reopen) this.#reopening = this.#reopen(reopen);
  }

  async #reopen(reopen: () => Promise<PGlite>): Promise<void> {
    const { log, hasRoom = () => true, giveUp } = this.#options;
    for (let failed = 0; failed < attempts; await wait(pauseMs, undefined, { ref: false })) {
      if (this.#isClosed) return;
      if (!hasRoom()) continue;
      try {
        const pglite = await reopen();
        for (const channel of this.#channels) await pglite.exec(`listen ${escapeIdentifier(channel)}`);
        if (this.#isClosed) return await pglite.close();
        this.#adopt(pglite);
        log.warn({}, 'the embedded database was opened again, with everything that it had acknowledged');
        for (const onGap of this.#gapListeners) onGap();
        return;
      } catch (error) {
        failed += 1;
        log.error({ err: error }, 'the embedded database could not be opened again');
      }
    }
    giveUp?.();
  }
}
