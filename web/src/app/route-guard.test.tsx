import { createMemoryHistory } from '@tanstack/react-router';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildDashboard, buildPage, buildSession } from '../../test/builders.ts';
import { type ClinicServer, answerError, startClinicServer } from '../../test/clinic-server.ts';
import { guardPeople, type GuardPerson } from '../../test/guard-people.ts';
import { pointAt } from '../../test/point-at.ts';
import { App } from './app.tsx';
import { createAppRouter } from './router.tsx';

let server: ClinicServer;
let router: ReturnType<typeof createAppRouter>;
const user = userEvent.setup();

beforeEach(async () => {
  sessionStorage.clear();
  server = await startClinicServer();
  pointAt(server.url);
  server.routes.set('GET /api/dashboard', () => ({ json: buildDashboard() }));
});
afterEach(() => server.close());

describe('an address written otherwise', () => {
  it.each([
    '/DASHBOARD/Revenue',
    '/dashboard/revenue/',
    '/dashboard//revenue',
    '/%64ashboard/revenue',
    '/dashboard/revenue?x=1#y',
  ])('%s opens no more than the page’s own [P-16.8]', async (address) => {
    signIn('clinic desk');
    await open(address);
    expect(await screen.findByRole('heading', { name: /^(Access Denied|Page not found)$/ })).toBeVisible();
  });

  it.each(['/DASHBOARD', '/Onboarding', '/TURF-dashboard/bookings'])(
    '%s is closed to who is not signed in',
    async (address) => {
      await open(address, null);
      await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
    },
  );
});

it('Back after a redirect leads to the page before it', async () => {
  signIn('turf desk');
  await open('/payment-callback?cancelled=true');
  expect(await screen.findByRole('heading', { name: 'Payment Failed' })).toBeVisible();
  await act(() => router.navigate({ href: '/dashboard/appointments' }));
  expect(await screen.findByRole('heading', { name: /^Welcome, / })).toBeVisible();
  expect(router.state.location.href).toBe('/turf-dashboard/employee');
  act(() => router.history.back());
  expect(await screen.findByRole('heading', { name: 'Payment Failed' })).toBeVisible();
});

describe('a check that fails', () => {
  it.each([
    [
      'a status',
      answerError(500, 'server.fault', 'Something went wrong on our side. Please try again.'),
      '500 · Something went wrong',
    ],
    ['no answer', () => 'drop' as const, 'No connection to Samay.'],
  ])('of onboarding, with %s, shows no data but an error with a way on [P-16.6]', async (_, script, text) => {
    server.routes.set('GET /api/check-onboarding', script);
    await open('/dashboard');
    expect(await screen.findByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent(text);
    expect(server.requestsOf('GET /api/dashboard')).toEqual([]);
    server.routes.set('GET /api/check-onboarding', () => ({
      json: { data: { needsOnboarding: false }, error: null },
    }));
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('heading', { name: 'Welcome, Asha Kulkarni' })).toBeVisible();
  });
});

describe('a business that is not set up', () => {
  it.each([
    ['doctor', '/dashboard'],
    ['turf', '/turf-dashboard'],
  ] as const)(
    'leads its owner into the wizard from anywhere, and a %s home from it [P-3.4, P-3.12, P-16.6]',
    async (businessType, home) => {
      signIn('new owner');
      server.routes.set('GET /api/check-onboarding', () => ({
        json: { data: { needsOnboarding: true }, error: null },
      }));
      const slots = [{ key: 'k', start: '9', startHalf: 'AM', end: '1', endHalf: 'PM' }];
      const values = { businessType, businessName: 'Green Turf', slots, days: ['Monday'] };
      sessionStorage.setItem(
        'samay-onboarding',
        JSON.stringify({ userId: buildSession().user.id, step: 5, values }),
      );
      await open('/dashboard/settings');
      expect(await screen.findByRole('heading', { name: 'Review' })).toBeVisible();
      expect(router.state.location.href).toBe('/onboarding');
      expect(screen.getByRole('link', { name: 'Privacy policy' })).toHaveAttribute('href', '/privacy-policy');
      expect(screen.getByRole('link', { name: 'Terms' })).toHaveAttribute('href', '/terms');

      server.routes.set('PUT /api/onboarding', () => {
        server.routes.set('GET /api/session', () => ({ json: buildSession({ businessType }) }));
        server.routes.set('GET /api/check-onboarding', () => ({
          json: { data: { needsOnboarding: false }, error: null },
        }));
        return { status: 200, json: {} };
      });
      await user.click(screen.getByRole('button', { name: 'Complete Setup' }));
      expect(await screen.findByRole('heading', { name: 'Welcome, Asha Kulkarni' })).toBeVisible();
      expect(router.state.location.href).toBe(home);
    },
  );

  it('can be ended by signing out', async () => {
    signIn('new owner');
    server.routes.set('GET /api/check-onboarding', () => ({
      json: { data: { needsOnboarding: true }, error: null },
    }));
    server.routes.set('DELETE /api/session', () => ({ status: 200, json: {} }));
    await open('/onboarding');
    await user.click(await screen.findByRole('button', { name: 'Sign out' }));
    await waitFor(() => expect(router.state.location.href).toBe('/login'));
  });
});

describe('a turf', () => {
  it.each([
    ['turf owner', '/turf-dashboard/bookings'],
    ['turf desk', '/turf-dashboard/employee/bookings'],
  ] as const)('shows its %s the list at %s, in its own words [P-16.17]', async (who, address) => {
    signIn(who);
    server.routes.set('GET /api/appointments', () => ({ json: buildPage([]) }));
    await open(`${address}?search=rao`);
    expect(await screen.findByRole('heading', { level: 1, name: 'Bookings' })).toBeVisible();
    expect(await screen.findByText('No matching bookings found')).toBeVisible();
    expect(screen.getByPlaceholderText('Search by customer name, contact, or booking reference')).toHaveValue(
      'rao',
    );
    await user.click(screen.getByRole('button', { name: /^Completed/ }));
    await waitFor(() => expect(router.state.location.href).toBe(`${address}?search=rao&status=completed`));
    await user.click(screen.getByRole('button', { name: 'Show all' }));
    expect(await screen.findByText('No bookings found')).toBeVisible();
    expect(document.body.textContent).not.toMatch(/patient|doctor|prescription/i);
  });

  it.each([
    ['turf owner', '/turf-dashboard'],
    ['turf desk', '/turf-dashboard/employee'],
  ] as const)('greets its %s at home, in its own words', async (who, address) => {
    signIn(who);
    await open('/dashboard');
    expect(await screen.findByRole('heading', { name: /^Welcome, / })).toBeVisible();
    expect(router.state.location.href).toBe(address);
    expect(document.body.textContent).not.toMatch(/patient|doctor|prescription/i);
  });
});

function signIn(who: GuardPerson): void {
  const state = guardPeople[who];
  if (state.status !== 'authenticated') throw new Error(`${who} is not signed in`);
  server.routes.set('GET /api/session', () => ({ json: state.session }));
}

async function open(address: string, token: string | null = 'first'): Promise<void> {
  localStorage.clear();
  if (token) localStorage.setItem('authToken', token);
  if (token) localStorage.setItem('authTokenExpiresAt', '2096-01-01T00:00:00Z');
  router = createAppRouter(createMemoryHistory({ initialEntries: [address] }));
  render(<App router={router} />);
  await act(() => router.load());
}
