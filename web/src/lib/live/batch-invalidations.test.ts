import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { batchInvalidations, staleKeys } from './batch-invalidations.ts';

/**
 * The first words of keys that no topic makes stale: settings, accounts and work of one person, read again when
 * their page is opened, and the messages about a booking, which follow its row.
 */
const notLive = `account archive audit board booking-mails bookings business-details business-profile
  calendar-connection charge-list deliveries doctors enrolment google-link imports messages money-rules
  notice-settings online-account online-booking paper-settings payment plans platform prescription-link
  second-factor sessions sms-settings subscription upi webhooks whatsapp-settings`;

it('makes the queries of each screen stale, or says that no change does [P-6.22]', () => {
  const root = join(import.meta.dirname, '../..');
  const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /(?<!\.test)\.tsx?$/.test(name),
  );
  const found = sources.flatMap((name) =>
    [...readFileSync(join(root, name), 'utf8').matchAll(/(?:queryKey: |[kK]ey = )\[\s*'([a-z-]+)'/g)].flatMap(
      ([, word]) => word ?? [],
    ),
  );
  const live = new Set(
    Object.values(staleKeys)
      .flat()
      .map((key) => key.split('/')[0]),
  );
  const others = new Set(found.filter((word) => !live.has(word)));
  expect([...others].toSorted()).toEqual(notLive.split(/\s+/));
});

it('marks a table and the dashboard as stale once for many changes, and nothing else', async () => {
  const client = new QueryClient();
  for (const key of [['appointments', 'list'], ['dashboard'], ['doctors']]) client.setQueryData(key, 1);
  const stale = batchInvalidations(client, 20);
  for (let at = 0; at < 10; at += 1) stale.mark('appointments', '1');
  expect(isStale(client, ['appointments', 'list'])).toBe(false);
  await waitFor(() => expect(isStale(client, ['appointments', 'list'])).toBe(true));
  expect(isStale(client, ['dashboard'])).toBe(true);
  expect(isStale(client, ['doctors'])).toBe(false);
});

it('marks free times as stale with a booking, and all of availability with a change of it [P-6.22]', async () => {
  const client = new QueryClient();
  const slots = ['availability', 'slots', '2026-11-21'];
  const hours = ['availability', 'hours'];
  for (const key of [slots, hours]) client.setQueryData(key, 1);
  const stale = batchInvalidations(client, 5);
  stale.mark('appointments', '1');
  await waitFor(() => expect(isStale(client, slots)).toBe(true));
  expect(isStale(client, hours)).toBe(false);
  stale.mark('availability', '2');
  await waitFor(() => expect(isStale(client, hours)).toBe(true));
});

it('marks drawers and the rows of money in them as stale with a drawer, and no bookings [P-12.46]', async () => {
  const client = new QueryClient();
  const drawers = [['appointments', 'drawers', 'all'], ['appointments', 'money', '1'], ['drawer-rules']];
  const list = ['appointments', 'list'];
  for (const key of [...drawers, list]) client.setQueryData(key, 1);
  batchInvalidations(client, 5).mark('drawers', '1');
  await waitFor(() => expect(drawers.map((key) => isStale(client, key))).toEqual([true, true, true]));
  expect(isStale(client, list)).toBe(false);
});

it('waits for the end of a refetch before the next one, so that a busy day is still shown', async () => {
  const client = new QueryClient();
  let [begun, ended] = [0, 0];
  const observer = new QueryObserver(client, {
    queryKey: ['appointments', 'list'],
    queryFn: async ({ signal }) => {
      begun += 1;
      await new Promise((resolve) => setTimeout(resolve, 60));
      if (!signal.aborted) ended += 1;
      return begun;
    },
  });
  const unsubscribe = observer.subscribe(() => undefined);
  await waitFor(() => expect(ended).toBe(1));
  const stale = batchInvalidations(client, 5);
  const changes = setInterval(() => stale.mark('appointments', '1'), 10);
  await waitFor(() => expect(ended).toBeGreaterThanOrEqual(3));
  clearInterval(changes);
  stale.forget();
  unsubscribe();
  expect(begun - ended).toBeLessThanOrEqual(1);
});

it('asks once more for an answer that was on its way when the change came, and may be older [O-1.5]', async () => {
  const client = new QueryClient();
  const answers: ((rows: string) => void)[] = [];
  const queryFn = () => new Promise<string>((resolve) => answers.push(resolve));
  const observer = new QueryObserver(client, { queryKey: ['appointments', 'list'], queryFn });
  const unsubscribe = observer.subscribe(() => undefined);
  batchInvalidations(client, 5).mark('appointments', '1');
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(answers).toHaveLength(1);
  answers[0]?.('before');
  await waitFor(() => expect(answers).toHaveLength(2));
  answers[1]?.('after');
  await waitFor(() => expect(observer.getCurrentResult().data).toBe('after'));
  unsubscribe();
});

describe('a change by this tab', () => {
  it.each<[string, (stale: Stale) => void]>([
    [
      'whose event came before its answer',
      (stale) => (stale.mark('appointments', '1'), stale.settle('appointments', '1')),
    ],
    [
      'whose event comes after its answer',
      (stale) => (stale.settle('appointments', '1'), stale.mark('appointments', '1')),
    ],
  ])('%s is fetched once, immediately', async (_, happens) => {
    const { fetches, stale } = await watchList(60_000, 60_000);
    happens(stale);
    await waitFor(() => expect(fetches()).toBe(2));
    await settled();
    expect(fetches()).toBe(2);
  });

  it('whose event does not come is fetched without it', async () => {
    const { fetches, stale } = await watchList(60_000, 20);
    stale.settle('appointments', '1');
    expect(fetches()).toBe(1);
    await waitFor(() => expect(fetches()).toBe(2));
    await settled();
    expect(fetches()).toBe(2);
  });

  it('hides no event: one of another row waits with the others, one of the same row is fetched for itself [S-2.11]', async () => {
    const { fetches, stale } = await watchList(5, 60_000);
    stale.settle('appointments', '1');
    stale.mark('appointments', '2');
    await waitFor(() => expect(fetches()).toBe(2));
    stale.mark('appointments', '1');
    await waitFor(() => expect(fetches()).toBe(3));
    await settled();
    // Another user has changed the row as well.
    stale.mark('appointments', '1');
    await waitFor(() => expect(fetches()).toBe(4));
  });

  it('begins its fetch after the answer, though another fetch is on its way', async () => {
    const { fetches, stale, hold } = await watchList(5, 60_000);
    const release = hold();
    stale.mark('appointments', '2');
    await waitFor(() => expect(fetches()).toBe(2));
    stale.settle('appointments', '1');
    stale.mark('appointments', '1');
    await waitFor(() => expect(fetches()).toBe(3));
    release();
  });
});

type Stale = ReturnType<typeof batchInvalidations>;

/** Shows a list, counts its fetches, and holds the fetches that begin. */
async function watchList(afterMs: number, ownMs: number) {
  const client = new QueryClient();
  let count = 0;
  let held = Promise.resolve();
  const queryFn = async () => {
    count += 1;
    await held;
    return count;
  };
  new QueryObserver(client, { queryKey: ['appointments', 'list'], queryFn }).subscribe(() => undefined);
  await waitFor(() => expect(client.isFetching()).toBe(0));
  const hold = () => {
    let release = (): void => undefined;
    held = new Promise((resolve) => (release = resolve));
    return release;
  };
  return { fetches: () => count, stale: batchInvalidations(client, afterMs, ownMs), hold };
}

/** Waits longer than a second fetch would take to begin. */
async function settled(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 40));
}

function isStale(client: QueryClient, key: string[]): boolean | undefined {
  return client.getQueryState(key)?.isInvalidated;
}
