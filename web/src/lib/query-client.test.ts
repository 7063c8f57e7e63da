import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildSession } from '../../test/builders.ts';
import { type ClinicServer, answerError, startClinicServer } from '../../test/clinic-server.ts';
import { pointAt } from '../../test/point-at.ts';
import { getSession, signOut } from '@samay/contract/identity/session';
import { call } from './api/api.ts';
import { createQueryClient } from './query-client.ts';

const route = 'GET /api/session';
let server: ClinicServer;

beforeEach(async () => {
  server = await startClinicServer();
  pointAt(server.url);
});
afterEach(() => server.close());

function read() {
  return createQueryClient().fetchQuery({
    queryKey: ['session'],
    queryFn: () => call(getSession),
    ...retries(),
  });
}

/** Returns the retry options of a screen's queries: `fetchQuery` does not retry by default. */
function retries() {
  const { retry } = createQueryClient().getDefaultOptions().queries ?? {};
  return { retry: retry!, retryDelay: 5 };
}

describe('a read', () => {
  it.each([
    ['the connection is lost', () => 'drop' as const],
    ['the server fails', answerError(500, 'server.fault', 'Something went wrong on our side.')],
    ['the server is away', answerError(503, 'server.unavailable', 'Samay cannot answer right now.')],
  ])('is tried twice more where %s [P-16.40]', async (_, fault) => {
    server.routes.set(route, fault);
    await expect(read()).rejects.toThrow();
    expect(server.requestsOf(route)).toHaveLength(3);
  });

  it.each([400, 401, 403, 404, 409, 429])('is not retried after status %i [P-16.40]', async (status) => {
    server.routes.set(route, answerError(status, 'request.refused', 'No.'));
    await expect(read()).rejects.toMatchObject({ status });
    expect(server.requestsOf(route)).toHaveLength(1);
  });

  it('is well as soon as one of the tries is', async () => {
    let tries = 0;
    server.routes.set(route, () => (++tries === 1 ? 'drop' : { json: buildSession() }));
    await expect(read()).resolves.toMatchObject({ user: { name: 'Asha Kulkarni' } });
    expect(tries).toBe(2);
  });

  it('waits longer before each try, and never more than four seconds', () => {
    const { retryDelay } = createQueryClient().getDefaultOptions().queries ?? {};
    const delays = [0, 1, 2, 3, 9].map((failures) =>
      typeof retryDelay === 'function' ? retryDelay(failures, new Error('x')) : 0,
    );
    expect(delays).toEqual([500, 1000, 2000, 4000, 4000]);
  });
});

it('never repeats a write by itself [P-16.40]', async () => {
  server.routes.set('DELETE /api/session', () => 'drop');
  const client = createQueryClient();
  const mutation = client.getMutationCache().build(client, { mutationFn: () => call(signOut) });
  await expect(mutation.execute(undefined)).rejects.toMatchObject({ code: 'network' });
  expect(server.requestsOf('DELETE /api/session')).toHaveLength(1);
});
