import { type Change, type LiveTopic, openLive } from '@samay/contract/reach/live';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { errorOfAnswer } from '../api/api-error.ts';
import { type Connection, shareLive } from './live-tabs.ts';
import { keepOpen } from './live-stream.ts';
import { addressOf } from '../api/send.ts';
import { tokens } from '../api/access-token.ts';

export type { Connection } from './live-tabs.ts';

const coalesceMs = 150;
/** When a stream is lost, and when the next one is opened. */
export const timing = { silenceMs: 40_000, pauseMs: 2_000, longestPauseMs: 10_000 };

/** The first elements of the query keys that each topic makes stale. */
const staleKeys: Record<LiveTopic, readonly string[]> = {
  appointments: ['appointments', 'dashboard'],
  staff: ['staff', 'dashboard'],
};

let connection: Connection = 'connecting';
const watchers = new Set<() => void>();

/**
 * Keeps this browser's one stream of changes open and invalidates the queries that a change makes stale (`staleKeys`). After a loss or a gap
 * everything is stale. `onChange` is called with each change at once. Returns a function that stops it.
 */
export function startLive(queryClient: QueryClient, onChange: (change: Change) => void = () => undefined): () => void {
  const stop = new AbortController();
  const wakeUp = new EventTarget();
  const channel = new BroadcastChannel('samay-live');
  const stale = batchInvalidations(queryClient);
  const nudge = () => {
    if (document.visibilityState === 'visible') wakeUp.dispatchEvent(new Event('wake-up'));
  };

  shareLive(
    {
      locks: navigator.locks,
      channel,
      onChange: (change) => {
        stale.mark(change.table);
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
    channel.close();
    removeEventListener('online', nudge);
    document.removeEventListener('visibilitychange', nudge);
    show('connecting');
  };
}

/** The state of the stream of changes. */
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
 * Collects the topics that change within a moment, so that ten changes cost one refetch. The next refetch starts when the last has ended:
 * restarted by every change, it would never end on a busy day.
 */
export function batchInvalidations(queryClient: QueryClient, afterMs = coalesceMs) {
  const topics = new Set<LiveTopic>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isForgotten = false;
  const flush = async () => {
    const keys = new Set([...topics].flatMap((topic) => staleKeys[topic]));
    topics.clear();
    await Promise.all([...keys].map((key) => invalidate(queryClient, [key])));
    timer = undefined;
    if (topics.size > 0 && !isForgotten) wait();
  };
  const wait = () => (timer ??= setTimeout(() => void flush(), afterMs));
  return {
    mark(topic: LiveTopic): void {
      topics.add(topic);
      wait();
    },
    forget(): void {
      isForgotten = true;
      clearTimeout(timer);
    },
  };
}

/**
 * Invalidates the queries whose key begins with this one. The response of a first fetch that is pending may be older than the change, and
 * the library waits for it instead of fetching again: such queries are invalidated once more after their response.
 */
async function invalidate(queryClient: QueryClient, queryKey: QueryKey = []): Promise<void> {
  const onTheWay = queryClient.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' });
  const firsts = onTheWay.filter(({ state }) => state.data === undefined);
  await queryClient.invalidateQueries({ queryKey });
  const answered = firsts.filter(({ state }) => state.data !== undefined);
  await Promise.all(answered.map((query) => queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true })));
}

async function openStream(signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
  const token = tokens.access();
  const response = await fetch(addressOf(openLive.path), {
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
