import { Client, type ClientConfig, escapeIdentifier } from 'pg';
import { usualDeadlines } from '../../../core/database-deadlines.ts';
import type { DatabaseLog, Listen } from '../../database.ts';

/** The longest wait of a caller, as for any other statement: a failure here is not retried. */
const firstAnswerMs = usualDeadlines.answerMs;
const firstRetryMs = 200;
const closeMs = 1_000;
const longestRetryMs = 5_000;

/**
 * The interval at which a listening connection is checked, the time limit for its answer, and the
 * interval at which a gap is announced while there is no connection.
 */
export interface HealthCheck {
  readonly everyMs: number;
  readonly answerMs: number;
  readonly gapEveryMs: number;
}

/**
 * A silent network is noticed after nine seconds at most, and announced within fifteen (decision
 * 0065).
 */
export const usualCheck: HealthCheck = { everyMs: 5_000, answerMs: 4_000, gapEveryMs: 15_000 };

interface Subscriber {
  readonly channel: string;
  readonly listener: (payload: string) => void;
  readonly onGap: () => void;
}

/**
 * Listens to every channel of this process on one connection, outside the pool. A connection that
 * breaks, or does not answer a check, is replaced. `onGap` is called when the new one listens;
 * until then it is called after the first failed attempt, and again at an interval, since changes
 * are not announced in the meantime.
 */
export function listenOn(
  connection: ClientConfig,
  log: DatabaseLog,
  check: HealthCheck = usualCheck,
): Listen {
  const listener = new Listener(connection, log, check);
  return async (channel, onPayload, onGap) => listener.add({ channel, listener: onPayload, onGap });
}

class Listener {
  readonly #config: ClientConfig;
  readonly #log: DatabaseLog;
  readonly #check: HealthCheck;
  readonly #subscribers = new Set<Subscriber>();
  /** Opened for the first channel, closed with the last. */
  #current: Promise<Connection> | undefined;
  #retry: NodeJS.Timeout | undefined;
  #gapAt = 0;

  constructor(config: ClientConfig, log: DatabaseLog, check: HealthCheck) {
    this.#config = config;
    this.#log = log;
    this.#check = check;
  }

  async add(subscriber: Subscriber): Promise<() => Promise<void>> {
    this.#subscribers.add(subscriber);
    try {
      const isFirst = this.#current === undefined;
      const connection = await (this.#current ??= this.#connect(firstAnswerMs));
      if (!isFirst) await connection.listen(subscriber.channel);
    } catch (error) {
      await this.#remove(subscriber);
      throw error;
    }
    return () => this.#remove(subscriber);
  }

  async #remove(subscriber: Subscriber): Promise<void> {
    this.#subscribers.delete(subscriber);
    if (this.#subscribers.size > 0) return;
    clearTimeout(this.#retry);
    const last = this.#current;
    this.#current = undefined;
    // Ignores a connection that could not be opened: the caller who requested it was told.
    await last?.then(
      (connection) => connection.close(),
      () => undefined,
    );
  }

  async #connect(answerMs: number): Promise<Connection> {
    const client = new Client({
      ...this.#config,
      connectionTimeoutMillis: answerMs,
      query_timeout: answerMs,
    });
    const hear = (channel: string, payload: string) => {
      for (const each of this.#subscribers) if (each.channel === channel) each.listener(payload);
    };
    const channels = new Set([...this.#subscribers].map((each) => each.channel));
    return openConnection(client, { channels, check: this.#check }, hear, (error) => {
      this.#log.warn(
        { err: error },
        `the database connection that listens for changes was lost: ${error.message}`,
      );
      this.#reconnectLater(firstRetryMs);
    });
  }

  #reconnectLater(delayMs: number): void {
    clearTimeout(this.#retry);
    if (this.#subscribers.size > 0) this.#retry = setTimeout(() => void this.#reconnect(delayMs), delayMs);
  }

  async #reconnect(delayMs: number): Promise<void> {
    const lost = this.#current;
    try {
      const next = await this.#connect(this.#check.answerMs);
      // Stops if all have stopped listening in the meantime.
      if (this.#current !== lost) return await next.close();
      this.#current = Promise.resolve(next);
      this.#announceGap();
    } catch (error) {
      this.#log.warn({ err: error }, 'listening for changes again failed');
      if (performance.now() - this.#gapAt > this.#check.gapEveryMs) this.#announceGap();
      this.#reconnectLater(Math.min(delayMs * 2, longestRetryMs));
    }
  }

  #announceGap(): void {
    this.#gapAt = performance.now();
    for (const { onGap } of this.#subscribers) onGap();
  }
}

interface Connection {
  listen(channel: string): Promise<void>;
  close(): Promise<void>;
}

async function openConnection(
  client: Client,
  { channels, check }: { readonly channels: ReadonlySet<string>; readonly check: HealthCheck },
  hear: (channel: string, payload: string) => void,
  onLost: (error: Error) => void,
): Promise<Connection> {
  let state: 'opening' | 'open' | 'over' = 'opening';
  let timer: NodeJS.Timeout | undefined;
  const handleLoss = (error: Error) => {
    const wasOpen = state === 'open';
    state = 'over';
    clearInterval(timer);
    if (wasOpen) {
      client.end().catch(() => undefined); // the connection is broken already; its own error was reported
      onLost(error);
    }
  };
  client.on('error', handleLoss);
  client.on('end', () => handleLoss(new Error('the server closed the connection')));
  client.on('notification', ({ channel, payload }) => hear(channel, payload ?? ''));
  try {
    await client.connect();
    for (const channel of channels) await client.query(`listen ${escapeIdentifier(channel)}`);
  } catch (error) {
    state = 'over';
    client.end().catch(() => undefined); // what failed is thrown below
    throw error;
  }
  state = 'open';
  const question = { text: 'select 1', query_timeout: check.answerMs };
  timer = setInterval(() => client.query(question).catch(handleLoss), check.everyMs);
  return {
    async listen(channel) {
      await client.query(`listen ${escapeIdentifier(channel)}`);
    },
    async close() {
      if (state !== 'open') return;
      state = 'over';
      clearInterval(timer);
      // The other end of a dead connection never closes it.
      const patience = setTimeout(() => client.connection.stream.destroy(), closeMs);
      await client.end();
      clearTimeout(patience);
    },
  };
}
