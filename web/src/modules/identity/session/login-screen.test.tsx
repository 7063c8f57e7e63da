import { MantineProvider } from '@mantine/core';
import { callbackFailures } from '@samay/contract/core/oauth-callback';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ClinicServer, answerError, startClinicServer } from '../../../../test/clinic-server.ts';
import { pointAt } from '../../../../test/point-at.ts';
import { SessionProvider } from '../../../lib/session/session.tsx';
import { LoginScreen } from './login-screen.tsx';
import { sessionEndText } from './wording.ts';

const signIn = 'POST /api/session';
let server: ClinicServer;

beforeEach(async () => {
  server = await startClinicServer();
  pointAt(server.url);
});
afterEach(async () => {
  document.querySelector('meta[name=samay-mode]')?.remove();
  await server.close();
});

async function show(address = '/login') {
  const root = createRootRoute();
  const login = createRoute({ getParentRoute: () => root, path: '/login', component: LoginScreen });
  const router = createRouter({
    routeTree: root.addChildren([login]),
    history: createMemoryHistory({ initialEntries: [address] }),
    defaultPendingMinMs: 0,
  });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <SessionProvider>
          <RouterProvider router={router} />
        </SessionProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
  await screen.findByRole('heading', { name: 'Sign in' });
  return userEvent.setup();
}
const email = () => screen.getByLabelText('Email');
const password = () => screen.getByLabelText('Password');
const button = (name: string) => screen.getByRole('button', { name });
const sent = (route: string) => server.requestsOf(route).map(({ body }) => JSON.parse(body) as unknown);

describe('the form', () => {
  it('leads back home, shows at each field what is missing, and focuses the first [P-2.1]', async () => {
    const user = await show();
    expect(screen.getByRole('link', { name: '← Back to home' })).toHaveAttribute('href', '/');
    await user.click(button('Sign in'));
    expect(email()).toHaveAccessibleDescription('Please enter your email address');
    expect(password()).toHaveAccessibleDescription('Please enter your password');
    expect(email()).toHaveFocus();
    await user.type(email(), 'asha@citycare');
    await user.click(button('Sign in'));
    expect(email()).toHaveAccessibleDescription('Please enter a valid email address');
    expect(server.requestsOf(signIn)).toEqual([]);
  });

  it('keeps the typed values after an error, and sends them unchanged', async () => {
    server.routes.set(
      signIn,
      answerError(401, 'credentials.invalid', 'Invalid email or password. Please try again.'),
    );
    const user = await show();
    await user.type(email(), ' asha@citycare.example ');
    await user.type(password(), ' secret ');
    await user.click(screen.getByLabelText('Remember me'));
    await user.click(button('Sign in'));
    expect(await screen.findByText('Invalid email or password. Please try again.')).toBeVisible();
    expect(sent(signIn)).toEqual([{ email: 'asha@citycare.example', password: ' secret ', remember: true }]);
    expect(password()).toHaveValue(' secret ');
    expect(button('Sign in')).toBeEnabled();
  });

  it('says so when the server does not answer', async () => {
    server.routes.set(signIn, () => 'drop');
    const user = await show();
    await user.type(email(), 'asha@citycare.example');
    await user.type(password(), 'secret{Enter}');
    expect(await screen.findByText(/did not answer/)).toBeVisible();
    expect(email()).toHaveValue('asha@citycare.example');
  });
});

describe('a forgotten password', () => {
  const recovery = 'POST /api/password-recovery';
  const forgot = () => button('Forgot your password?');

  it('needs an address first [P-2.31]', async () => {
    const user = await show();
    await user.click(forgot());
    expect(await screen.findByText('Please enter your email address first')).toBeVisible();
    await user.type(email(), 'asha@citycare');
    await user.click(forgot());
    expect(await screen.findByText('Please enter a valid email address')).toBeVisible();
    expect(server.requestsOf(recovery)).toEqual([]);
  });

  it('sends one request, and announces the email', async () => {
    let answer = () => {};
    server.routes.set(recovery, async () => {
      await new Promise<void>((resolve) => (answer = resolve));
      return { status: 204, json: null };
    });
    const user = await show();
    await user.type(email(), 'asha@citycare.example ');
    await user.click(forgot());
    await user.click(forgot());
    await expect.poll(() => sent(recovery)).toEqual([{ email: 'asha@citycare.example' }]);
    answer();
    expect(await screen.findByText('Password reset link sent to your email!')).toBeVisible();
    expect(server.requestsOf(recovery)).toHaveLength(1);
  });

  it('shows that the email could not be requested', async () => {
    server.routes.set(recovery, () => ({ status: 500, json: null }));
    const user = await show();
    await user.type(email(), 'asha@citycare.example');
    await user.click(forgot());
    expect(await screen.findByText('Failed to send reset link')).toBeVisible();
    expect(screen.queryByText(/sent to your email/)).toBeNull();
  });
});

describe('a failed sign-in with Google', () => {
  it('reads why', async () => {
    await show('/login?error=no_account');
    expect(screen.getByText(callbackFailures.no_account)).toBeVisible();
  });

  it('shows no text from the address', async () => {
    await show('/login?error=Call+1800+now');
    expect(screen.getByRole('alert')).toBeEmptyDOMElement();
    expect(screen.queryByText(/1800/)).toBeNull();
  });
});

describe('the demo', () => {
  it('has eight people, and a press fills the form with one of them [P-2.21]', async () => {
    const user = await show();
    const people = within(await screen.findByRole('region', { name: 'Demo accounts' }));
    expect(people.getAllByRole('button')).toHaveLength(8);
    await user.click(people.getByRole('button', { name: /^Clinic near its limit/ }));
    expect(email()).toHaveValue('owner@lotusdental.example');
    expect(password()).toHaveValue('demo1234');
    await user.click(people.getByRole('button', { name: /^Turf desk/ }));
    expect(email()).toHaveValue('desk@greenturf.example');
    expect(server.requestsOf(signIn)).toEqual([]);
  });

  it('is nowhere to be seen in production [P-2.21]', async () => {
    const mode = Object.assign(document.createElement('meta'), { name: 'samay-mode', content: 'production' });
    document.head.append(mode);
    await show();
    expect(screen.queryByText('Demo accounts')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Test Backend Config' })).toBeNull();
    expect(button('Sign in')).toBeVisible();
  });
});

it.each([
  ['session-ended', 'Your session has ended. Please sign in again.'],
  ['sign-out', 'You are signed out.'],
  ['sign-out-unconfirmed', expect.stringContaining('the server could not be reached')],
  [undefined, undefined],
] as const)('leaving by %s shows a message', (departure, text) => {
  expect(sessionEndText(departure)).toEqual(text);
});
