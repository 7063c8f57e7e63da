import { type Change, type LiveTopic, openLive } from '@samay/contract/reach/live';
import type { QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { errorOfAnswer } from '../api/api-error.ts';
import { batchInvalidations, invalidate, refreshTopic } from './batch-invalidations.ts';
import { type Connection, shareLive } from './live-tabs.ts';
import { keepOpen } from './live-stream.ts';
import { getAddress } from '../api/send.ts';
import { tokens } from '../api/access-token.ts';

export type { Connection } from './live-tabs.ts';

/** The times after which a stream is lost, and the next one is opened. */
export const timing = { silenceMs: 40_000, pauseMs: 2_000, longestPauseMs: 10_000 };

let connection: Connection = 'connecting';
/** The invalidations of the running stream. */
let running: ReturnType<typeof batchInvalidations> | undefined;
const watchers = new Set<() => void>();

/**
 * Keeps this browser's one stream of changes open and invalidates the queries that a change makes
 * stale (batch-invalidations.ts). After a loss or a gap everything is stale. `onChange` is called
 * with each change immediately. Returns a function that stops it.
 */
export function startLive(
  queryClient: QueryClient,
  onChange: (change: Change) => void = () => undefined,
): () => void {
  const stop = new AbortController();
  const wakeUp = new EventTarget();
  const channel = new BroadcastChannel('samay-live');
  const stale = batchInvalidations(queryClient);
  running = stale;
  const nudge = () => {
    if (document.visibilityState === 'visible') wakeUp.dispatchEvent(new Event('wake-up'));
  };

  shareLive(
    {
      locks: navigator.locks,
      channel,
      onChange: (change) => {
        stale.mark(change.table, change.id);
        onChange(change);
      },
      onConnection: (next, isAgain) => {
        if (isAgain) void invalidate(queryClient);
        show(next);
      },
    },
    stop.signal,
    (leader) => keepOpen({ ...timing, ...leader, open: openStream }, stop.signal, wakeUp),
  );
  addEventListener('online', nudge);
  document.addEventListener('visibilitychange', nudge);

  return () => {
    stop.abort();
    stale.forget();
    running = undefined;
    channel.close();
    removeEventListener('online', nudge);
    document.removeEventListener('visibilitychange', nudge);
    show('connecting');
  };
}

/** Returns the state of the stream of changes. */
export function useConnection(): Connection {
  return useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    () => connection,
  );
}

/**
 * Refetches the queries that a change by this tab has made stale, once: the stream announces the
 * change too, before or after its answer, and the fetch answers that event. It is called with the
 * answer, so the fetch begins after the change in any case. No event is ignored: another user's
 * change of the row looks alike. Without a stream the fetch begins immediately.
 */
export async function refreshAfterChange(
  queryClient: QueryClient,
  topic: LiveTopic,
  id: string,
): Promise<void> {
  if (running && connection === 'live') running.settle(topic, id);
  else await refreshTopic(queryClient, topic, id);
}

async function openStream(signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
  const token = tokens.access();
  const response = await fetch(getAddress(openLive.path), {
    headers: { Accept: 'text/event-stream', ...(token ? { Authorization: `Bearer ${token}` } : {}) },
    cache: 'no-store',
    signal,
  });
  // The next attempt uses the new token; when the session has ended, the stream is stopped with it.
  if (response.status === 401 && token) await tokens.renew(token);
  if (!response.ok || !response.body) throw errorOfAnswer(response.status, '');
  return response.body;
}

function show(next: Connection): void {
  connection = next;
  for (const watcher of watchers) watcher();
}
