import type { LiveTopic } from '@samay/contract/reach/live';
import type { QueryClient, QueryKey } from '@tanstack/react-query';

const coalesceMs = 150;
/**
 * The time to wait for the event of an own change, before its stale queries are fetched without it.
 */
const ownEventMs = 500;

/**
 * The beginnings of the query keys that each topic makes stale, joined by a slash. A booking takes
 * a slot, and changes no hours.
 */
export const staleKeys: Record<LiveTopic, readonly string[]> = {
  appointments: ['appointments', 'dashboard', 'availability/slots', 'replies'],
  staff: ['staff', 'dashboard'],
  availability: ['availability', 'appointments/queue', 'appointments/lateness', 'appointments/warnings'],
  notes: ['appointments/visit', 'appointments/patient'],
  messages: [
    'appointments/one',
    'appointments/tomorrow',
    'appointments/lateness',
    'appointments/patient',
    'notices-of-booking',
    'replies',
  ],
  requests: ['requests', 'availability/slots'],
  refunds: ['refunds', 'requests/count', 'appointments/money'],
  // A closed drawer's rows cannot be voided.
  drawers: ['appointments/drawers', 'appointments/money', 'drawer-rules'],
};

/**
 * Returns the beginnings of the query keys that a change of a row makes stale in addition: the messages
 * that are offered about a booking follow this booking alone, since a long list asks for each of its rows.
 */
function keysOfRow(topic: LiveTopic, id: string | undefined): readonly string[] {
  return topic === 'appointments' && id !== undefined ? [`messages/${id}`] : [];
}

/** Refetches the queries that a change makes stale: of one row, or of several whose events say which. */
export async function refreshTopic(queryClient: QueryClient, topic: LiveTopic, id?: string): Promise<void> {
  const keys = [...staleKeys[topic], ...keysOfRow(topic, id)];
  await Promise.all(keys.map((key) => invalidate(queryClient, key.split('/'))));
}

/**
 * Collects the topics that change within a moment, so that ten changes cost one refetch. The next
 * refetch starts when the last has ended: if every change restarted it, it would never end on a
 * busy day. An own change is refetched immediately when both its answer and its event have arrived.
 */
export function batchInvalidations(queryClient: QueryClient, afterMs = coalesceMs, ownMs = ownEventMs) {
  /** The beginnings of the keys that the next refetch is for. */
  const keys = new Set<string>();
  /** The rows whose events wait for the next refetch. */
  const announced = new Set<string>();
  /** The rows that this tab has changed, until their event comes. */
  const awaited = new Map<string, ReturnType<typeof setTimeout>>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let refetching = 0;
  const refetch = async () => {
    const stale = [...keys];
    keys.clear();
    announced.clear();
    clearTimeout(timer);
    timer = undefined;
    refetching += 1;
    await Promise.all(stale.map((key) => invalidate(queryClient, key.split('/'))));
    refetching -= 1;
    if (keys.size > 0) wait();
  };
  const add = (topic: LiveTopic, id: string) => {
    for (const key of [...staleKeys[topic], ...keysOfRow(topic, id)]) keys.add(key);
  };
  let isForgotten = false;
  const wait = () => {
    if (refetching === 0 && !isForgotten) timer ??= setTimeout(() => void refetch(), afterMs);
  };
  return {
    /** Marks a changed row. */
    mark(topic: LiveTopic, id: string): void {
      add(topic, id);
      const own = awaited.get(id);
      if (own === undefined) {
        announced.add(id);
        return wait();
      }
      clearTimeout(own);
      awaited.delete(id);
      void refetch();
    },
    /**
     * Refetches after the answer to an own change: with the change's event, or without it after a
     * while.
     */
    settle(topic: LiveTopic, id: string): void {
      if (announced.has(id)) return void refetch();
      clearTimeout(awaited.get(id));
      const giveUp = () => {
        awaited.delete(id);
        add(topic, id);
        void refetch();
      };
      awaited.set(id, setTimeout(giveUp, ownMs));
    },
    forget(): void {
      isForgotten = true;
      for (const pending of [timer, ...awaited.values()]) clearTimeout(pending);
    },
  };
}

/**
 * Invalidates the queries whose key begins with this one. The response of a first fetch that is
 * pending may be older than the change, and the library waits for it instead of fetching again:
 * such queries are invalidated once more after their response.
 */
export async function invalidate(queryClient: QueryClient, queryKey: QueryKey = []): Promise<void> {
  const onTheWay = queryClient.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' });
  const firsts = onTheWay.filter(({ state }) => state.data === undefined);
  await queryClient.invalidateQueries({ queryKey });
  const answered = firsts.filter(({ state }) => state.data !== undefined);
  await Promise.all(
    answered.map((query) => queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true })),
  );
}
