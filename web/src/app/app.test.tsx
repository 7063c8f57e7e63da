import { createMemoryHistory } from '@tanstack/react-router';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildDashboard, buildSession } from '../../test/builders.ts';
import { type ClinicServer, answerError, startClinicServer } from '../../test/clinic-server.ts';
import { pointAt } from '../../test/point-at.ts';
import { App } from './app.tsx';
import { createAppRouter } from './router.tsx';

let server: ClinicServer;
let router: ReturnType<typeof createAppRouter>;
const user = userEvent.setup();

beforeEach(async () => {
  server = await startClinicServer();
  pointAt(server.url);
  server.routes.set('GET /api/dashboard', () => ({ json: buildDashboard() }));
  server.routes.set('POST /api/session', () => ({
    status: 201,
    json: { accessToken: 'first', expiresAt: '2096-01-01T00:00:00Z' },
  }));
  server.routes.set('DELETE /api/session', () => ({ status: 200, json: {} }));
});
afterEach(() => server.close());

describe('the login page', () => {
  it('shows what is missing at the fields, and sends nothing', async () => {
    await open('/login');
    await user.click(await submitButton());
    expect(screen.getByText('Please enter your email address')).toBeVisible();
    expect(screen.getByText('Please enter your password')).toBeVisible();
    expect(screen.getByLabelText('Email')).toHaveFocus();
    await user.type(screen.getByLabelText('Email'), 'nobody');
    await user.click(await submitButton());
    expect(screen.getByText('Please enter a valid email address')).toBeVisible();
    expect(server.requests).toEqual([]);
  });

  it('shows Signing in..., and then the requested page [P-2.1]', async () => {
    let answer = () => {};
    server.routes.set('POST /api/session', async () => {
      await new Promise<void>((resolve) => (answer = resolve));
      return { status: 201, json: { accessToken: 'first', expiresAt: '2096-01-01T00:00:00Z' } };
    });
    await open('/dashboard/appointments?status=completed');
    await fill('owner@citycare.example', 'demo1234');
    await user.click(screen.getByLabelText('Remember me'));
    await user.click(await submitButton());
    expect(screen.getByRole('button', { name: 'Signing in...' })).toBeDisabled();
    await waitFor(() => expect(server.requests).toHaveLength(1));
    answer();
    expect(await screen.findByRole('heading', { name: 'Appointments' })).toBeVisible();
    expect(router.state.location.href).toBe('/dashboard/appointments?status=completed');
    expect(JSON.parse(server.requestsOf('POST /api/session')[0]!.body)).toMatchObject({ remember: true });
  });

  it('shows the error in the form, and keeps the typed values [P-2.1]', async () => {
    server.routes.set(
      'POST /api/session',
      answerError(401, 'session.invalid_credentials', 'Invalid email or password. Please try again.'),
    );
    await open('/login');
    await fill('owner@citycare.example', 'wrong');
    await user.click(await submitButton());
    expect(await screen.findByText('Invalid email or password. Please try again.')).toBeVisible();
    expect(screen.getByLabelText('Email')).toHaveValue('owner@citycare.example');
    expect(screen.getByLabelText('Password')).toHaveValue('wrong');
  });

  it.each([
    ['is away', () => 'drop' as const],
    ['fails', answerError(500, 'server.fault', 'Something went wrong on our side. Please try again.')],
  ])('shows that the server %s, and keeps the form [P-16.39]', async (_, script) => {
    server.routes.set('POST /api/session', script);
    await open('/login');
    await fill('owner@citycare.example', 'demo1234');
    await user.click(await submitButton());
    expect(await screen.findByText(/Samay did not answer/)).toBeVisible();
    expect(screen.getByLabelText('Password')).toHaveValue('demo1234');
    expect(await submitButton()).toBeEnabled();
  });

  it('has its two debug buttons and the accounts in the demo, and not in production', async () => {
    server.routes.set('GET /api/health/ready', () => ({
      json: { status: 'ok', checks: { database: true } },
    }));
    await open('/login');
    await user.click(await screen.findByRole('button', { name: 'Test Backend Config' }));
    expect(await screen.findByText('Configuration test passed: database')).toBeVisible();
    server.routes.set(
      'GET /api/health/ready',
      answerError(503, 'server.unavailable', 'Samay cannot answer right now.'),
    );
    await user.click(screen.getByRole('button', { name: 'Test Backend Config' }));
    expect(
      await screen.findByText('Configuration test failed: Samay cannot answer right now.'),
    ).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Clear Auth State' }));
    expect(screen.getByText('Auth state cleared.')).toBeVisible();
    await user.click(screen.getByText('desk@citycare.example'));
    expect(screen.getByLabelText('Email')).toHaveValue('desk@citycare.example');

    const mode = document.head.appendChild(
      Object.assign(document.createElement('meta'), { name: 'samay-mode', content: 'production' }),
    );
    await act(() => router.navigate({ href: '/unauthorized' }));
    await act(() => router.navigate({ href: '/login' }));
    expect(screen.queryByRole('button', { name: 'Test Backend Config' })).toBeNull();
    expect(screen.queryByText('Demo accounts')).toBeNull();
    mode.remove();
  });
});

describe('the layout', () => {
  it('has the skip link, the sidebar, and the signed-in user [P-16.15]', async () => {
    await open('/dashboard', 'token');
    const nav = await screen.findByRole('navigation', { name: 'Main' });
    expect(within(nav).getByRole('link', { name: 'Dashboard' })).toHaveAttribute('aria-current', 'page');
    expect(within(nav).getByRole('link', { name: 'Appointments' })).not.toHaveAttribute('aria-current');
    expect(screen.getByRole('link', { name: 'Skip to content' })).toHaveAttribute('href', '#content');
    expect(screen.getByRole('main')).toHaveAttribute('id', 'content');
    expect(screen.getByText('Asha Kulkarni')).toBeVisible();
    expect(screen.getByText('Business Owner')).toBeVisible();
    expect(document.title).toBe('Dashboard · Samay');
  });

  it('is the only main of the page, also while a page loads in it', async () => {
    await open('/dashboard', 'token');
    await screen.findByRole('navigation', { name: 'Main' });
    router.update({ ...router.options, defaultPendingMs: 0 });
    const seen: string[] = [];
    const observer = new MutationObserver(() => {
      if (document.querySelector('main [aria-label="Loading"][role="status"]'))
        seen.push(`${document.querySelectorAll('main').length} main`);
    });
    observer.observe(document.body, { childList: true, subtree: true });
    await act(() => router.navigate({ href: '/dashboard/audit' }));
    await screen.findByRole('heading', { level: 1, name: 'Audit log' });
    observer.disconnect();
    expect([...new Set(seen)]).toEqual(['1 main']);
  });

  it('remembers the dark mode, which is off at first [P-16.12]', async () => {
    await open('/dashboard', 'token');
    const toggle = await screen.findByRole('switch', { name: 'Dark mode' });
    expect(toggle).not.toBeChecked();
    await user.click(toggle);
    expect(document.documentElement).toHaveAttribute('data-mantine-color-scheme', 'dark');
    expect(localStorage.getItem('samay-color-scheme')).toBe('dark');
    await user.click(toggle);
    expect(document.documentElement).toHaveAttribute('data-mantine-color-scheme', 'light');
  });

  it('signs out to the login page, which confirms it and has no return URL [P-2.13]', async () => {
    await open('/dashboard/appointments', 'token');
    await user.click(await screen.findByRole('button', { name: 'Sign out' }));
    expect(await screen.findByText('You are signed out.')).toBeVisible();
    expect(router.state.location.href).toBe('/login');
    expect(localStorage.getItem('authToken')).toBeNull();
  });

  it('says that a business is suspended', async () => {
    const session = buildSession();
    server.routes.set('GET /api/session', () => ({
      json: { ...session, tenant: { ...session.tenant, suspended: true } },
    }));
    await open('/dashboard', 'token');
    expect(await screen.findByText(/This business is suspended/)).toBeVisible();
  });
});

it.each([
  ['/login', undefined],
  ['/get-started', undefined],
  ['/update-password?token=x', undefined],
  ['/dashboard', 'token'],
] as const)('%s links to the privacy policy and the terms [P-3.4]', async (address, token) => {
  await open(address, token);
  const policy = await screen.findByRole('link', { name: 'Privacy policy' });
  expect(policy).toHaveAttribute('href', '/privacy-policy');
  expect(screen.getByRole('link', { name: 'Terms' })).toHaveAttribute('href', '/terms');
});

describe('every other page', () => {
  it('says that there is nothing at an address, and leads back home [P-16.4]', async () => {
    await open('/nothing-here', 'token');
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Return to Home' })).toHaveAttribute('href', '/');
    await user.click(await screen.findByRole('link', { name: 'Return to Dashboard' }));
    expect(await screen.findByRole('heading', { name: 'Welcome, Asha Kulkarni' })).toBeVisible();
  });

  it('denies what a role may not see, with the ways on [P-16.3]', async () => {
    server.routes.set('GET /api/session', () => ({ json: buildSession({ role: 'EMPLOYEE' }) }));
    await open('/dashboard/revenue', 'token');
    expect(await screen.findByRole('heading', { name: 'Access Denied' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Return to Dashboard' })).toHaveAttribute('href', '/dashboard');
    expect(screen.getByRole('link', { name: 'Return to Home' })).toHaveAttribute('href', '/');
  });

  it('offers Login on Access Denied without a session [P-16.3]', async () => {
    await open('/unauthorized');
    expect(await screen.findByRole('link', { name: 'Login' })).toHaveAttribute('href', '/login');
    expect(screen.queryByRole('link', { name: 'Return to Dashboard' })).toBeNull();
  });

  it('says Unexpected Application Error! when the session cannot be read, and recovers', async () => {
    const answer = server.routes.get('GET /api/session')!;
    server.routes.set(
      'GET /api/session',
      answerError(500, 'server.fault', 'Something went wrong on our side. Please try again.'),
    );
    await open('/dashboard', 'token');
    expect(await screen.findByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible();
    expect(screen.getByText('500 · Something went wrong on our side. Please try again.')).toBeVisible();
    server.routes.set('GET /api/session', answer);
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('heading', { name: 'Welcome, Asha Kulkarni' })).toBeVisible();
  });

  it('has a page for addresses that lead nowhere', async () => {
    await open('/nowhere');
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeVisible();
    expect(document.title).toBe('Page not found · Samay');
  });
});

/** Opens the whole application at an address, in a fresh tab. */
async function open(address: string, token?: string): Promise<void> {
  if (token) localStorage.setItem('authToken', token);
  if (token) localStorage.setItem('authTokenExpiresAt', '2096-01-01T00:00:00Z');
  router = createAppRouter(createMemoryHistory({ initialEntries: [address] }));
  render(<App router={router} />);
  await act(() => router.load());
}

async function fill(email: string, password: string): Promise<void> {
  await user.type(await screen.findByLabelText('Email'), email);
  await user.type(screen.getByLabelText('Password'), password);
}

function submitButton(): Promise<HTMLElement> {
  return screen.findByRole('button', { name: 'Sign in' });
}
