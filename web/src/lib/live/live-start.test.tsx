import { QueryClient } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { pointAt } from '../../../test/point-at.ts';
import { refreshAfterChange, startLive, useConnection } from './live.ts';

const change = 'event: change\ndata: {"table":"appointments","id":"1","operation":"update"}\n\n';
let server: Server;
let client: QueryClient;
let stop: () => void;
/** The open streams, oldest first, and the requests. */
let streams: ServerResponse[];
let asked: IncomingMessage[];

beforeEach(async () => {
  [streams, asked, client] = [[], [], new QueryClient()];
  stop = () => undefined;
  server = createServer((request, response) => {
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Access-Control-Allow-Headers', '*, Authorization');
    if (request.method === 'OPTIONS') return void response.writeHead(204).end();
    asked.push(request);
    response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write(': hello\n\n');
    streams.push(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  pointAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  localStorage.setItem('authToken', 'first');
  localStorage.setItem('authTokenExpiresAt', '2096-01-01T00:00:00Z');
  for (const key of [['appointments', 'list'], ['dashboard'], ['doctors']]) client.setQueryData(key, 1);
});
afterEach(async () => {
  stop();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

it('opens one stream with the bearer in the header and nothing in the address [O-1.5]', async () => {
  stop = startLive(client);
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(asked[0]?.url).toBe('/api/live');
  expect(asked[0]?.headers.authorization).toBe('Bearer first');
  expect(asked[0]?.headers.accept).toBe('text/event-stream');
});

it('marks only what changed as stale', async () => {
  stop = startLive(client);
  await waitFor(() => expect(streams).toHaveLength(1));
  streams[0]?.write(change);
  await waitFor(() => expect(staleKeys()).toEqual(['appointments', 'dashboard']));
});

it('shows that it reconnects, and refetches everything when it is connected again [O-1.5]', async () => {
  render(<Sign />);
  stop = startLive(client);
  expect(await screen.findByText('live')).toBeVisible();
  expect(staleKeys()).toEqual([]);
  streams[0]?.destroy();
  expect(await screen.findByText('reconnecting')).toBeVisible();
  expect(await screen.findByText('live')).toBeVisible();
  await waitFor(() => expect(staleKeys()).toEqual(['appointments', 'dashboard', 'doctors']));
  expect(asked).toHaveLength(2);
});

it('fetches an own change with its event while the stream is open, and immediately while it is not [S-2.11]', async () => {
  await refreshAfterChange(client, 'appointments', '1');
  expect(staleKeys()).toEqual(['appointments', 'dashboard']);
  for (const key of [['appointments', 'list'], ['dashboard']]) client.setQueryData(key, 2);
  render(<Sign />);
  stop = startLive(client);
  expect(await screen.findByText('live')).toBeVisible();
  await refreshAfterChange(client, 'appointments', '1');
  expect(staleKeys()).toEqual([]);
  streams[0]?.write(change);
  await waitFor(() => expect(staleKeys()).toEqual(['appointments', 'dashboard']));
});

it('ends its stream with the layout', async () => {
  stop = startLive(client);
  await waitFor(() => expect(streams).toHaveLength(1));
  const closed = new Promise((resolve) => streams[0]?.on('close', () => resolve('closed')));
  stop();
  expect(await closed).toBe('closed');
  expect(asked).toHaveLength(1);
});

function Sign() {
  return <p>{useConnection()}</p>;
}

function staleKeys(): string[] {
  const all = client.getQueryCache().getAll();
  return all.filter(({ state }) => state.isInvalidated).map(({ queryKey }) => String(queryKey[0]));
}
