import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { batchInvalidations } from './live.ts';

it('marks a table and the dashboard as stale once for many changes, and nothing else', async () => {
  const client = new QueryClient();
  for (const key of [['appointments', 'list'], ['dashboard'], ['doctors']]) client.setQueryData(key, 1);
  const stale = batchInvalidations(client, 20);
  for (let at = 0; at < 10; at += 1) stale.mark('appointments');
  expect(isStale(client, ['appointments', 'list'])).toBe(false);
  await waitFor(() => expect(isStale(client, ['appointments', 'list'])).toBe(true));
  expect(isStale(client, ['dashboard'])).toBe(true);
  expect(isStale(client, ['doctors'])).toBe(false);
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
  const changes = setInterval(() => stale.mark('appointments'), 10);
  await waitFor(() => expect(ended).toBeGreaterThanOrEqual(3));
  clearInterval(changes);
  stale.forget();
  unsubscribe();
  expect(begun - ended).toBeLessThanOrEqual(1);
});

it('asks once more for an answer that was on its way when the change came, and may be older', async () => {
  const client = new QueryClient();
  const answers: ((rows: string) => void)[] = [];
  const queryFn = () => new Promise<string>((resolve) => answers.push(resolve));
  const observer = new QueryObserver(client, { queryKey: ['appointments', 'list'], queryFn });
  const unsubscribe = observer.subscribe(() => undefined);
  batchInvalidations(client, 5).mark('appointments');
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(answers).toHaveLength(1);
  answers[0]?.('before');
  await waitFor(() => expect(answers).toHaveLength(2));
  answers[1]?.('after');
  await waitFor(() => expect(observer.getCurrentResult().data).toBe('after'));
  unsubscribe();
});

function isStale(client: QueryClient, key: string[]): boolean | undefined {
  return client.getQueryState(key)?.isInvalidated;
}
