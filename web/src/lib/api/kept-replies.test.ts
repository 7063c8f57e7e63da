import { createAppointment, listAppointments } from '@samay/contract/bookings/appointments';
import { getDashboard } from '@samay/contract/desk/dashboard';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type ClinicServer, answerError, startClinicServer } from '../../../test/clinic-server.ts';
import { pointAt } from '../../../test/point-at.ts';
import { tokens } from './access-token.ts';
import { call } from './api.ts';

const route = 'GET /api/dashboard';
let server: ClinicServer;
/** The server's numbers and their ETag. */
let numbers: { staff: number };
let etag: string;

beforeEach(async () => {
  server = await startClinicServer();
  pointAt(server.url);
  signIn('asha');
  [numbers, etag] = [{ staff: 1 }, 'W/"one."'];
  server.routes.set(route, () => ({ json: numbers, etag }));
});
afterEach(() => {
  tokens.end();
  return server.close();
});

const asked = () => server.requestsOf(route).map(({ headers }) => headers['if-none-match']);

it('sends the last ETag, and gives the same object while nothing has changed [S-2.10]', async () => {
  const first = await call(getDashboard);
  expect(await call(getDashboard)).toBe(first);
  expect(await call(getDashboard)).toBe(first);
  [numbers, etag] = [{ staff: 2 }, 'W/"two."'];
  const second = await call(getDashboard);
  expect(second).toEqual({ staff: 2 });
  expect(await call(getDashboard)).toBe(second);
  expect(asked()).toEqual([undefined, 'W/"one."', 'W/"one."', 'W/"one."', 'W/"two."']);
});

it('draws nothing again after a refetch that changed nothing [S-2.10]', async () => {
  const client = new QueryClient();
  const observer = new QueryObserver(client, { queryKey: ['dashboard'], queryFn: () => call(getDashboard) });
  const seen = new Set<unknown>();
  const stop = observer.subscribe(({ data }) => data && seen.add(data));
  await client.refetchQueries();
  await client.refetchQueries();
  stop();
  expect(asked().length).toBeGreaterThan(1);
  expect(seen.size).toBe(1);
});

it('keeps a reply for its own address only, and none of a change', async () => {
  server.routes.set('GET /api/appointments', () => ({ json: {}, etag: 'W/"list."' }));
  server.routes.set('POST /api/appointments', () => ({ status: 201, json: {}, etag: 'W/"change."' }));
  const body = {
    personName: 'Asha',
    personEmail: 'a@b.in',
    date: '2026-11-21',
    time: '12:00',
    doctor: 'Default Doctor',
  };
  for (let count = 0; count < 2; count += 1) await call(createAppointment, { body });
  await call(listAppointments, { query: { limit: 20 } });
  await call(listAppointments, { query: { limit: 50 } });
  await call(listAppointments, { query: { limit: 20 } });
  expect(server.requestsOf('POST /api/appointments').map(({ headers }) => headers['if-none-match'])).toEqual([
    undefined,
    undefined,
  ]);
  const sent = server.requestsOf('GET /api/appointments').map(({ headers }) => headers['if-none-match']);
  expect(sent).toEqual([undefined, undefined, 'W/"list."']);
});

it('keeps nothing of a refused read, and the earlier reply through it', async () => {
  const first = await call(getDashboard);
  const answer = server.routes.get(route)!;
  server.routes.set(route, answerError(503, 'server.unavailable', 'Please try again.'));
  await expect(call(getDashboard)).rejects.toMatchObject({ status: 503 });
  server.routes.set(route, answer);
  expect(await call(getDashboard)).toBe(first);
});

it('forgets everything at sign-out, and when another user signs in, with or without a sign-out between [S-2.10]', async () => {
  await call(getDashboard);
  tokens.end();
  signIn('asha');
  await call(getDashboard);
  signIn('ravi');
  await call(getDashboard);
  signIn('asha');
  await call(getDashboard);
  expect(asked()).toEqual([undefined, undefined, undefined, undefined]);
});

it('does not keep a reply that arrives after its user has gone', async () => {
  let answer = (): void => undefined;
  server.routes.set(route, () => new Promise((resolve) => (answer = () => resolve({ json: numbers, etag }))));
  const late = call(getDashboard);
  await expect.poll(() => asked().length).toBe(1);
  tokens.end();
  signIn('ravi');
  server.routes.set('GET /api/appointments', () => ({ json: {} }));
  await call(listAppointments);
  answer();
  expect(await late).toEqual(numbers);
  server.routes.set(route, () => ({ json: numbers, etag }));
  await call(getDashboard);
  expect(asked()).toEqual([undefined, undefined]);
});

it('keeps a bounded number of replies, those used last', async () => {
  server.routes.set('GET /api/appointments', () => ({ json: {}, etag }));
  await call(getDashboard);
  for (let limit = 1; limit <= 49; limit += 1) await call(listAppointments, { query: { limit } });
  await call(getDashboard);
  await call(listAppointments, { query: { limit: 50 } });
  await call(listAppointments, { query: { limit: 1 } });
  await call(getDashboard);
  expect(asked()).toEqual([undefined, etag, etag]);
  expect(server.requestsOf('GET /api/appointments').at(-1)?.headers['if-none-match']).toBeUndefined();
});

function signIn(sub: string): void {
  const payload = btoa(JSON.stringify({ sub }));
  tokens.start({ accessToken: `head.${payload}.tail`, expiresAt: '2096-01-01T00:00:00Z' }, true);
}
