import { Client, type ClientConfig, escapeIdentifier } from 'pg';
import type { DatabaseLog, Listen } from '../client/database.ts';

const firstRetryMs = 200;
const goodbyeMs = 1_000;
const longestRetryMs = 5_000;
const usualPulse = { pulseMs: 15_000, answerMs: 10_000 };

/** How often a listening connection is asked for a sign of life, and how long it may take to answer. */
export interface Pulse {
  readonly pulseMs: number;
  readonly answerMs: number;
}

/**
 * Listens on one connection per channel, outside the pool. A connection that breaks, or does not answer a pulse, is replaced; once the new
 * one listens, `onGap` is called.
 */
export function listenOn(connection: ClientConfig, log: DatabaseLog, pulse: Pulse = usualPulse): Listen {
  return async (channel, hear, onGap) => {
    let stopped = false;
    let retry: NodeJS.Timeout | undefined;
    let line = await connect();

    async function connect(): Promise<Line> {
      return openLine({ connection, pulse }, channel, hear, (error) => {
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
  { connection, pulse: { pulseMs, answerMs } }: { connection: ClientConfig; pulse: Pulse },
  channel: string,
  hear: (payload: string) => void,
  onLost: (error: Error) => void,
): Promise<Line> {
  const client = new Client({ ...connection, connectionTimeoutMillis: answerMs, query_timeout: answerMs });
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
      // The other end of a silent connection never says goodbye.
      const impatient = setTimeout(() => client.connection.stream.destroy(), goodbyeMs);
      await client.end();
      clearTimeout(impatient);
    },
  };
}
