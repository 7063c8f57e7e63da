import { render, screen, waitFor } from '@testing-library/react';
import { useEffect } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildSession } from '../../../test/builders.ts';
import { type ClinicServer, answerError, startClinicServer } from '../../../test/clinic-server.ts';
import { pointAt } from '../../../test/point-at.ts';
import { useActions } from '../actions.tsx';
import { type Auth, SessionProvider, useAuth, useSession } from './session.tsx';

let server: ClinicServer;
let auth: Auth;
const credentials = { email: 'owner@citycare.example', password: 'demo1234', remember: true };

beforeEach(async () => {
  server = await startClinicServer();
  pointAt(server.url);
  server.routes.set('POST /api/session', () => ({
    status: 201,
    json: { accessToken: 'first', expiresAt: '2096-01-01T00:00:00Z' },
  }));
});
afterEach(() => server.close());

it.each([useSession, useAuth, useActions])('%o throws outside its provider [P-16.10]', (hook) => {
  const Outside = () => void hook();
  expect(() => render(<Outside />)).toThrow(/must be used within/);
});

it('is signed out without a token, and asks the server nothing', () => {
  start();
  expect(auth.state).toEqual({ status: 'unauthenticated' });
  expect(server.requests).toEqual([]);
});

it('signs in, keeps the access token, and fetches the session and the onboarding status [P-2.12]', async () => {
  start();
  await auth.signIn(credentials);
  await waitFor(() =>
    expect(auth.state).toMatchObject({
      status: 'authenticated',
      needsOnboarding: false,
      session: buildSession(),
    }),
  );
  expect(localStorage.getItem('authToken')).toBe('first');
  expect(JSON.parse(server.requestsOf('POST /api/session')[0]!.body)).toEqual(credentials);
  expect(screen.getByText('Asha Kulkarni')).toBeVisible();
});

it('passes a failed sign-in to the form and keeps no token [P-2.12]', async () => {
  server.routes.set(
    'POST /api/session',
    answerError(401, 'session.invalid_credentials', 'Invalid email or password. Please try again.'),
  );
  start();
  await expect(auth.signIn(credentials)).rejects.toMatchObject({ code: 'session.invalid_credentials' });
  expect(localStorage.getItem('authToken')).toBeNull();
  expect(auth.state).toEqual({ status: 'unauthenticated' });
});

it('removes a stored token whose session is gone [P-2.12]', async () => {
  server.routes.set(
    'GET /api/session',
    answerError(401, 'session.ended', 'Your session has ended. Please sign in again.'),
  );
  server.routes.set(
    'POST /api/session/refresh',
    answerError(401, 'session.ended', 'Your session has ended. Please sign in again.'),
  );
  start('old');
  expect(auth.state.status).toBe('loading');
  await waitFor(() => expect(auth.state).toEqual({ status: 'unauthenticated', after: 'session-ended' }));
  expect(localStorage.getItem('authToken')).toBeNull();
});

it.each(['GET /api/session', 'GET /api/check-onboarding'])(
  'opens nothing when %s fails, and tries again when told',
  async (route) => {
    const answer = server.routes.get(route)!;
    server.routes.set(
      route,
      answerError(500, 'server.fault', 'Something went wrong on our side. Please try again.'),
    );
    start('token');
    await waitFor(() => expect(auth.state.status).toBe('failed'));
    expect(localStorage.getItem('authToken')).toBe('token');
    server.routes.set(route, answer);
    auth.retry();
    await waitFor(() => expect(auth.state.status).toBe('authenticated'));
  },
);

it('asks about onboarding in the name of the caller', async () => {
  server.routes.set('GET /api/check-onboarding', () => ({
    json: { data: { needsOnboarding: true }, error: null },
  }));
  start('token');
  await waitFor(() => expect(auth.state).toMatchObject({ needsOnboarding: true }));
  const { user } = buildSession();
  expect(Object.fromEntries(server.requestsOf('GET /api/check-onboarding')[0]!.query)).toEqual({
    email: user.email,
    userId: user.id,
  });
});

it('signs out here even if the server is unreachable, and throws to the caller [P-2.12]', async () => {
  server.routes.set('DELETE /api/session', () => 'drop');
  start('token');
  await waitFor(() => expect(auth.state.status).toBe('authenticated'));
  await expect(auth.signOut()).rejects.toMatchObject({ code: 'network' });
  await waitFor(() =>
    expect(auth.state).toEqual({ status: 'unauthenticated', after: 'sign-out-unconfirmed' }),
  );
  expect(server.requestsOf('DELETE /api/session')[0]?.headers.authorization).toBe('Bearer token');
  expect(localStorage.getItem('authToken')).toBeNull();
});

function start(token?: string): void {
  if (token) localStorage.setItem('authToken', token);
  if (token) localStorage.setItem('authTokenExpiresAt', '2096-01-01T00:00:00Z');
  render(
    <SessionProvider>
      <Probe onAuth={(next) => void (auth = next)} />
    </SessionProvider>,
  );
}

function Probe({ onAuth }: { onAuth: (auth: Auth) => void }) {
  const auth = useAuth();
  useEffect(() => {
    onAuth(auth);
  });
  return auth.state.status === 'authenticated' ? <p>{auth.state.session.user.name}</p> : null;
}
