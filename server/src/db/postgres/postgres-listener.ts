import { Client, type ClientConfig, escapeIdentifier } from 'pg';
import type { DatabaseLog, Listen } from '../client/database.ts';

const firstRetryMs = 200;
const closeMs = 1_000;
const longestRetryMs = 5_000;
const usualCheck = { everyMs: 15_000, answerMs: 10_000 };

/** How often a listening connection is checked, and how long it may take to answer. */
export interface HealthCheck {
  readonly everyMs: number;
  readonly answerMs: number;
}

/**
 * Listens on one connection per channel, outside the pool. A connection that breaks, or does not answer a check, is replaced; `onGap` is
 * called once the new one listens.
 */
export function listenOn(connection: ClientConfig, log: DatabaseLog, check: HealthCheck = usualCheck): Listen {
  return async (channel, listener, onGap) => {
    let stopped = false;
    let retry: NodeJS.Timeout | undefined;
    let current = await connect();

    async function connect(): Promise<Connection> {
      return openConnection({ connection, check }, channel, listener, (error) => {
        log.warn({ err: error }, `the database connection listening on ${channel} was lost: ${error.message}`);
        reconnectLater(firstRetryMs);
      });
    }

    function reconnectLater(delayMs: number): void {
      if (stopped) return;
      retry = setTimeout(() => void reconnect(delayMs), delayMs);
    }

    async function reconnect(delayMs: number): Promise<void> {
      try {
        const next = await connect();
        if (stopped) return await next.close();
        current = next;
        onGap();
      } catch (error) {
        log.warn({ err: error }, `listening on ${channel} again failed`);
        reconnectLater(Math.min(delayMs * 2, longestRetryMs));
      }
    }

    return async () => {
      stopped = true;
      clearTimeout(retry);
      await current.close();
    };
  };
}

interface Connection {
  close(): Promise<void>;
}

async function openConnection(
  { connection, check: { everyMs, answerMs } }: { connection: ClientConfig; check: HealthCheck },
  channel: string,
  listener: (payload: string) => void,
  onLost: (error: Error) => void,
): Promise<Connection> {
  const client = new Client({ ...connection, connectionTimeoutMillis: answerMs, query_timeout: answerMs });
  let state: 'opening' | 'open' | 'over' = 'opening';
  let check: NodeJS.Timeout | undefined;
  const handleLoss = (error: Error) => {
    const wasOpen = state === 'open';
    state = 'over';
    clearInterval(check);
    if (wasOpen) {
      client.end().catch(() => undefined); // the connection is broken already; its own error was reported
      onLost(error);
    }
  };
  client.on('error', handleLoss);
  client.on('end', () => handleLoss(new Error('the server closed the connection')));
  client.on('notification', (message) => listener(message.payload ?? ''));
  try {
    await client.connect();
    await client.query(`listen ${escapeIdentifier(channel)}`);
  } catch (error) {
    state = 'over';
    client.end().catch(() => undefined); // what failed is thrown below
    throw error;
  }
  state = 'open';
  check = setInterval(() => client.query('select 1').catch(handleLoss), everyMs);
  return {
    async close() {
      if (state !== 'open') return;
      state = 'over';
      clearInterval(check);
      // The other end of a dead connection never closes it.
      const timer = setTimeout(() => client.connection.stream.destroy(), closeMs);
      await client.end();
      clearTimeout(timer);
    },
  };
}
