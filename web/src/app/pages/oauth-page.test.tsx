import { createMemoryHistory } from '@tanstack/react-router';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { StrictMode } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildDashboard, buildSession } from '../../../test/builders.ts';
import { type ClinicServer, answerError, startClinicServer } from '../../../test/clinic-server.ts';
import { holdTimers } from '../../../test/hold-timers.ts';
import { pointAt } from '../../../test/point-at.ts';
import { App } from '../app.tsx';
import { createAppRouter } from '../router.tsx';

const begin = 'POST /api/google-sign-in';
const complete = 'POST /api/google-sign-in/session';
const connect = 'POST /api/calendar-connection/completion';
const token = { accessToken: 'first', expiresAt: '2096-01-01T00:00:00Z' };
const user = userEvent.setup();
let server: ClinicServer;
let router: ReturnType<typeof createAppRouter>;

beforeEach(async () => {
  server = await startClinicServer();
  pointAt(server.url);
  server.routes.set('GET /api/dashboard', () => ({ json: buildDashboard() }));
  server.routes.set(complete, () => ({ status: 201, json: { ...token, remember: true } }));
});
afterEach(() => {
  sessionStorage.clear();
  return server.close();
});

describe('coming back from Google', () => {
  it('shows its progress, removes the code from the address, creates the session once, and goes home after a second [P-2.45, P-2.46]', async () => {
    const afterSecond = holdTimers(1000);
    let answer = () => {};
    server.routes.set(complete, async () => {
      await new Promise<void>((resolve) => (answer = resolve));
      return { status: 201, json: { ...token, remember: true } };
    });
    open('/oauth/callback?code=c&state=s&iss=i');
    expect(await screen.findByText('Processing authentication...')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Signing in' })).toBeVisible();
    await waitFor(() => expect(server.requestsOf(complete)).toHaveLength(1));
    expect(router.state.location.href).toBe('/oauth/callback');
    expect(JSON.parse(server.requestsOf(complete)[0]?.body ?? '')).toEqual({
      code: 'c',
      state: 's',
      iss: 'i',
    });
    answer();
    expect(await screen.findByText('Signed in successfully! Redirecting...')).toBeVisible();
    expect(router.state.location.href).toBe('/oauth/callback');
    await afterSecond();
    await waitFor(() => expect(router.state.location.href).toBe('/dashboard'));
    expect(localStorage.getItem('authToken')).toBe('first');
    expect(localStorage.getItem('authTokenLasts')).toBe('remembered');
    expect(server.requestsOf(complete)).toHaveLength(1);
  });

  it('goes to the requested page, immediately on Continue', async () => {
    sessionStorage.setItem('samay-wanted', '/dashboard/appointments?status=completed');
    open('/oauth/callback?code=c&state=s');
    await user.click(await screen.findByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(router.state.location.href).toBe('/dashboard/appointments?status=completed'));
    expect(sessionStorage.getItem('samay-wanted')).toBeNull();
  });

  it.each([
    ['?error=access_denied&state=s', 'oauth_failed', 'Authentication failed.'],
    ['?code=c', 'invalid_callback', 'Invalid authentication callback.'],
    ['', 'invalid_callback', 'Invalid authentication callback.'],
    ['#access_token=a.b.c&refresh_token=d', 'invalid_callback', 'Invalid authentication callback.'],
    ['?access_token=a.b.c', 'invalid_callback', 'Invalid authentication callback.'],
  ])(
    'with %s says what failed, and so does the login page two seconds later [P-2.47]',
    async (rest, word, sentence) => {
      const afterTwoSeconds = holdTimers(2000);
      open(`/oauth/callback${rest}`);
      expect((await screen.findByText(sentence)).closest('[role=alert]')).toBeVisible();
      expect(router.state.location.href).toBe('/oauth/callback');
      await afterTwoSeconds();
      await waitFor(() => expect(router.state.location.href).toBe(`/login?error=${word}`));
      expect(await screen.findByText(sentence)).toBeVisible();
      expect(server.requests).toEqual([]);
      expect(localStorage.getItem('authToken')).toBeNull();
    },
  );

  it.each([
    [answerError(403, 'google.no_account', ''), 'no_account', /There is no account for this Google address/],
    [answerError(502, 'google.unreachable', ''), 'unreachable', /^Google login failed: /],
    [answerError(400, 'google.invalid_callback', ''), 'invalid_callback', 'Invalid authentication callback.'],
    [answerError(400, 'request.invalid', ''), 'invalid_callback', 'Invalid authentication callback.'],
    [
      answerError(500, 'server.fault', ''),
      'callback_handler_failed',
      'An unexpected error occurred during authentication.',
    ],
    [() => 'drop' as const, 'callback_handler_failed', 'An unexpected error occurred during authentication.'],
  ])('shows each error of the server, and signs nobody in', async (script, word, sentence) => {
    server.routes.set(complete, script);
    open('/oauth/callback?code=c&state=s');
    expect(await screen.findByText(sentence)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Back to sign in' }));
    await waitFor(() => expect(router.state.location.href).toBe(`/login?error=${word}`));
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(localStorage.getItem('authToken')).toBeNull();
  });

  it('without parameters, sends a signed-in user home [P-2.45]', async () => {
    localStorage.setItem('authToken', 'token');
    open('/oauth/callback');
    expect(await screen.findByText('Signed in successfully! Redirecting...')).toBeVisible();
    await waitFor(() => expect(router.state.location.href).toBe('/dashboard'));
    expect(server.requestsOf(complete)).toEqual([]);
  });

  it.each([
    ['doctor', '/dashboard/settings'],
    ['turf', '/turf-dashboard/settings'],
  ] as const)(
    'with what a calendar’s page answers, ends on the settings of a %s [P-12.9]',
    async (businessType, settings) => {
      const session = buildSession();
      server.routes.set('GET /api/session', () => ({ json: { ...session, businessType } }));
      localStorage.setItem('authToken', 'token');
      open(`/oauth/callback?code=c&state=${encodeURIComponent('{"user_id":"a"}')}`);
      expect(await screen.findByText('Failed to connect Google Calendar. Please try again.')).toBeVisible();
      await user.click(screen.getByRole('button', { name: 'Go to Settings' }));
      await waitFor(() =>
        expect(router.state.location.href).toBe(`${settings}?error=calendar_integration_failed`),
      );
      expect(server.requestsOf(complete)).toEqual([]);
    },
  );

  it('connects the calendar once, says so, and goes to Settings after a second and a half [P-12.9]', async () => {
    const afterPause = holdTimers(1500);
    server.routes.set(connect, () => ({ status: 201, json: {} }));
    localStorage.setItem('authToken', 'token');
    open(`/oauth/callback?code=c&scope=x&state=${encodeURIComponent('{"user_id":"a"}')}`);
    expect(await screen.findByRole('heading', { name: 'Connecting your calendar' })).toBeVisible();
    expect(await screen.findByText('Google Calendar connected successfully! Redirecting...')).toBeVisible();
    expect(server.requestsOf(connect).map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      { code: 'c', state: '{"user_id":"a"}' },
    ]);
    expect(router.state.location.href).toBe('/oauth/callback');
    await afterPause();
    await waitFor(() =>
      expect(router.state.location.href).toBe('/dashboard/settings?connected=google_calendar'),
    );
  });

  it.each([
    [
      answerError(502, 'calendar.token_exchange_failed', ''),
      'Failed to connect Google Calendar. Please try again.',
      'token_exchange_failed',
    ],
    [
      answerError(502, 'calendar.integration_failed', ''),
      'Failed to connect Google Calendar. Please try again.',
      'calendar_integration_failed',
    ],
    [
      answerError(403, 'access.denied', ''),
      'Failed to connect Google Calendar. Please try again.',
      'calendar_integration_failed',
    ],
    [
      answerError(500, 'server.fault', ''),
      'An unexpected error occurred during authentication.',
      'callback_handler_failed',
    ],
    [() => 'drop' as const, 'An unexpected error occurred during authentication.', 'callback_handler_failed'],
  ])('shows on Settings which error of the calendar it was', async (script, sentence, word) => {
    server.routes.set(connect, script);
    localStorage.setItem('authToken', 'token');
    open(`/oauth/callback?code=c&state=${encodeURIComponent('{"user_id":"a"}')}`);
    expect(await screen.findByText(sentence)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Go to Settings' }));
    await waitFor(() => expect(router.state.location.href).toBe(`/dashboard/settings?error=${word}`));
  });

  it.each([
    ['error=access_denied', 'Authentication failed.', 'oauth_failed'],
    ['error=server_error', 'Authentication failed.', 'unknown'],
    ['scope=x', 'Failed to connect Google Calendar. Please try again.', 'missing_params'],
  ])('asks nothing of the server for a calendar with %s', async (query, sentence, word) => {
    localStorage.setItem('authToken', 'token');
    open(`/oauth/callback?${query}&state=${encodeURIComponent('{"user_id":"a"}')}`);
    expect(await screen.findByText(sentence)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Go to Settings' }));
    await waitFor(() => expect(router.state.location.href).toBe(`/dashboard/settings?error=${word}`));
    expect(server.requestsOf(connect)).toEqual([]);
  });

  it.each(['somebody else’s', 'nobody’s'])('takes a calendar that is %s to the login page', async (whose) => {
    server.routes.set(connect, answerError(400, 'google.invalid_callback', ''));
    if (whose === 'somebody else’s') localStorage.setItem('authToken', 'token');
    open(`/oauth/callback?code=c&state=${encodeURIComponent('{"user_id":"a"}')}`);
    expect(await screen.findByText('Invalid authentication callback.')).toBeVisible();
    expect(server.requestsOf(connect)).toHaveLength(whose === 'nobody’s' ? 0 : 1);
    expect(screen.getByRole('button', { name: 'Back to sign in' })).toBeVisible();
  });
});

describe('the Google button', () => {
  it('goes to Google, with Remember me, and keeps the return URL [P-2.43]', async () => {
    // Redirects within the page's own address, the only navigation that works without a browser.
    server.routes.set(begin, () => ({
      status: 201,
      json: { url: new URL('#at-google', location.href).href },
    }));
    open('/dashboard/appointments?status=completed');
    await user.click(await screen.findByLabelText('Remember me'));
    await user.click(screen.getByRole('button', { name: 'Sign in with Google' }));
    await waitFor(() => expect(location.hash).toBe('#at-google'));
    expect(screen.getByRole('button', { name: 'Going to Google...' })).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Sign in' })).toBeDisabled();
    expect(JSON.parse(server.requestsOf(begin)[0]?.body ?? '')).toEqual({ remember: true });
    expect(sessionStorage.getItem('samay-wanted')).toBe('/dashboard/appointments?status=completed');
    // Returns by the browser's button: the page is unchanged and usable.
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    expect(await screen.findByRole('button', { name: 'Sign in with Google' })).toBeEnabled();
  });

  it.each([
    [
      'is not set up',
      answerError(503, 'google.not_available', 'Signing in with Google is not available on this server.'),
      /is not available on this server/,
    ],
    [
      'is away',
      answerError(502, 'google.unreachable', 'Google login failed: Google did not answer.'),
      'Google login failed: Google did not answer.',
    ],
    [
      'cannot be reached by way of us',
      () => 'drop' as const,
      'Failed to initiate Google login. Please try again.',
    ],
    [
      'gets no answer of us',
      answerError(500, 'server.fault', 'x'),
      'Failed to initiate Google login. Please try again.',
    ],
  ])('says that Google %s, and can be pressed again [P-2.43]', async (_what, script, sentence) => {
    server.routes.set(begin, script);
    open('/login');
    await user.type(await screen.findByLabelText('Email'), 'owner@citycare.example');
    await user.click(screen.getByRole('button', { name: 'Sign in with Google' }));
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Sign in with Google' })).toBeEnabled();
    expect(screen.getByLabelText('Email')).toHaveValue('owner@citycare.example');
  });

  it('shows only known texts of an address [P-2.46]', async () => {
    open('/login?error=%3Cb%3EYour+account+is+locked%3C%2Fb%3E');
    await screen.findByRole('button', { name: 'Sign in with Google' });
    expect(screen.queryByText(/locked/)).toBeNull();
  });
});

function open(href: string): void {
  router = createAppRouter(createMemoryHistory({ initialEntries: [href] }));
  render(
    <StrictMode>
      <App router={router} />
    </StrictMode>,
  );
}
