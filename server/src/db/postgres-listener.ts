import { Client, type ClientConfig, escapeIdentifier } from 'pg';
import type { DatabaseLog, Listen } from './database.ts';

const firstRetryMs = 200;
const longestRetryMs = 5_000;
const pulseMs = 15_000;

/**
 * Listens on one connection per channel, outside the pool. A connection that breaks, or does not answer a pulse every 15 s, is replaced;
 * once the new one listens, `onGap` is called.
 */
export function listenOn(connection: ClientConfig, log: DatabaseLog): Listen {
  return async (channel, hear, onGap) => {
    let stopped = false;
    let retry: NodeJS.Timeout | undefined;
    let line = await connect();

    async function connect(): Promise<Line> {
      return openLine(connection, channel, hear, (error) => {
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
        if (stopped) return await next.hangUp();
        line = next;
        onGap();
      } catch (error) {
        log.warn({ err: error }, `listening on ${channel} again failed`);
        reconnectLater(Math.min(delayMs * 2, longestRetryMs));
      }
    }

    return async () => {
      stopped = true;
      clearTimeout(retry);
      await line.hangUp();
    };
  };
}

interface Line {
  hangUp(): Promise<void>;
}

async function openLine(
  connection: ClientConfig,
  channel: string,
  hear: (payload: string) => void,
  onLost: (error: Error) => void,
): Promise<Line> {
  const client = new Client({ ...connection, keepAlive: true, connectionTimeoutMillis: 10_000, query_timeout: 10_000 });
  let state: 'opening' | 'open' | 'over' = 'opening';
  let pulse: NodeJS.Timeout | undefined;
  const lose = (error: Error) => {
    const wasOpen = state === 'open';
    state = 'over';
    clearInterval(pulse);
    if (wasOpen) {
      client.end().catch(() => undefined); // the connection is broken already; its own error was reported
      onLost(error);
    }
  };
  client.on('error', lose);
  client.on('end', () => lose(new Error('the server closed the connection')));
  client.on('notification', (message) => hear(message.payload ?? ''));
  try {
    await client.connect();
    await client.query(`listen ${escapeIdentifier(channel)}`);
  } catch (error) {
    state = 'over';
    client.end().catch(() => undefined); // what failed is thrown below
    throw error;
  }
  state = 'open';
  pulse = setInterval(() => client.query('select 1').catch(lose), pulseMs);
  return {
    async hangUp() {
      if (state !== 'open') return;
      state = 'over';
      clearInterval(pulse);
      await client.end();
    },
  };
}
