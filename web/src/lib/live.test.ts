import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { staleSoon } from './live.ts';

it('marks a table and the dashboard as stale once for many changes, and leaves the rest alone', async () => {
  const client = new QueryClient();
  for (const key of [['appointments', 'list'], ['dashboard'], ['doctors']]) client.setQueryData(key, 1);
  const stale = staleSoon(client, 20);
  for (let at = 0; at < 10; at += 1) stale.mark('appointments');
  expect(isStale(client, ['appointments', 'list'])).toBe(false);
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(isStale(client, ['appointments', 'list'])).toBe(true);
  expect(isStale(client, ['dashboard'])).toBe(true);
  expect(isStale(client, ['doctors'])).toBe(false);
});

function isStale(client: QueryClient, key: string[]): boolean | undefined {
  return client.getQueryState(key)?.isInvalidated;
}
