import { waitFor } from '@testing-library/react';
import { locks } from 'node:worker_threads';
import { afterEach, expect, it } from 'vitest';
import { type Connection, type Leader, shareLive } from './live-tabs.ts';

const open: { stop: AbortController; channel: BroadcastChannel }[] = [];
afterEach(() => {
  for (const { stop, channel } of open.splice(0)) {
    stop.abort();
    channel.close();
  }
});

it('opens one stream for two tabs, and both receive a change [O-1.5]', async () => {
  const [one, two] = [tab(), tab()];
  await waitFor(() => expect(one.leader ?? two.leader).toBeDefined());
  expect([one.leader, two.leader].filter(Boolean)).toHaveLength(1);
  const leader = (one.leader ?? two.leader)!;
  leader.onOpen();
  leader.onChange({ table: 'appointments', id: '1', operation: 'update' });
  await waitFor(() => expect([one.changes, two.changes]).toEqual([['appointments'], ['appointments']]));
  expect([one.connection, two.connection]).toEqual(['live', 'live']);
});

it('ignores a topic that a tab of a newer release announces [P-12.26]', async () => {
  const listening = tab();
  const newer = new BroadcastChannel('live-tabs-test');
  newer.postMessage({ kind: 'change', change: { table: 'resources', id: '1', operation: 'update' } });
  newer.postMessage({ kind: 'change', change: { table: 'staff', id: '1', operation: 'update' } });
  await waitFor(() => expect(listening.changes).toEqual(['staff']));
  newer.close();
});

it('elects a new leader when the leading tab closes, and reports a gap', async () => {
  const [one, two] = [tab(), tab()];
  await waitFor(() => expect(one.leader).toBeDefined());
  one.leader!.onOpen();
  await waitFor(() => expect(two.connection).toBe('live'));
  one.stop.abort();
  await waitFor(() => expect(two.leader).toBeDefined());
  two.leader!.onOpen();
  expect(two.again).toBe(1);
});

it('counts what happened as unknown in every tab after a gap, and after a stream that opened only at the second try', async () => {
  const [one, two] = [tab(), tab()];
  await waitFor(() => expect(one.leader).toBeDefined());
  one.leader!.onLost();
  one.leader!.onOpen();
  await waitFor(() => expect([one.again, two.again]).toEqual([1, 1]));
  one.leader!.onGap();
  await waitFor(() => expect([one.again, two.again]).toEqual([2, 2]));
  expect([one.connection, two.connection]).toEqual(['live', 'live']);
});

it('sends the current state to a tab that opens later', async () => {
  const one = tab();
  await waitFor(() => expect(one.leader).toBeDefined());
  one.leader!.onOpen();
  one.leader!.onLost();
  const two = tab();
  await waitFor(() => expect(two.connection).toBe('reconnecting'));
});

function tab() {
  const stop = new AbortController();
  const channel = new BroadcastChannel('live-tabs-test');
  open.push({ stop, channel });
  const seen = {
    stop,
    changes: [] as string[],
    connection: 'connecting' as Connection,
    again: 0,
    leader: undefined as Leader | undefined,
  };
  shareLive(
    {
      locks,
      channel,
      onChange: ({ table }) => seen.changes.push(table),
      onConnection: (connection, isAgain) => {
        seen.connection = connection;
        if (isAgain) seen.again += 1;
      },
    },
    stop.signal,
    (leader) => {
      seen.leader = leader;
      return new Promise((resolve) => stop.signal.addEventListener('abort', () => resolve()));
    },
  );
  return seen;
}
