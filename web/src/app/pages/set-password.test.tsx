import { createMemoryHistory } from '@tanstack/react-router';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ClinicServer, answerError, startClinicServer } from '../../../test/clinic-server.ts';
import { pointAt } from '../../../test/point-at.ts';
import { takeMailedLink } from '../../lib/session/mailed-link.ts';
import { App } from '../app.tsx';
import { createAppRouter } from '../router.tsx';

const open = 'POST /api/mailed-link';
const set = 'PUT /api/password';
const done = 'Password set successfully! You can now log in with your email and password.';
const link = '/update-password?token=abcabcabcabcabcabcabc&type=invite&email=asha@people.example';

let server: ClinicServer;
let router: ReturnType<typeof createAppRouter>;
const user = userEvent.setup();

beforeEach(async () => {
  server = await startClinicServer();
  pointAt(server.url);
  server.routes.set(open, () => ({ json: { email: 'asha@people.example', purpose: 'invite' } }));
  server.routes.set(set, () => ({ json: {} }));
  server.routes.set('DELETE /api/session', () => ({ json: {} }));
});
afterEach(async () => {
  history.replaceState(null, '', location.origin);
  localStorage.clear();
  await server.close();
});

describe('Set Your Password', () => {
  it('sets it, says so in an alert, signs this browser out and goes to the sign-in page with the address filled in, once [P-2.35, P-2.36]', async () => {
    localStorage.setItem('authToken', `head.${btoa(JSON.stringify({ sub: 'a', exp: 4_000_000_000 }))}.tail`);
    localStorage.setItem('authTokenExpiresAt', '2096-10-02T07:06:40.000Z');
    arriveAt(link);
    expect(await screen.findByText('asha@people.example')).toBeVisible();
    let answer = () => {};
    server.routes.set(set, async () => {
      await new Promise<void>((resolve) => (answer = resolve));
      return { json: {} };
    });
    await user.type(screen.getByLabelText('New Password'), 'sixsix');
    await user.click(button());
    expect(screen.getByRole('button', { name: 'Setting password...' })).toBeDisabled();
    await waitFor(() => expect(server.requestsOf(set)).toHaveLength(1));
    answer();
    await waitFor(() => expect(screen.getByText(done)).toBeVisible());
    expect(JSON.parse(server.requestsOf(set)[0]?.body ?? '')).toEqual({
      link: { token: 'abcabcabcabcabcabcabc', type: 'invite', email: 'asha@people.example' },
      password: 'sixsix',
    });
    expect([localStorage.getItem('authToken'), server.requestsOf('DELETE /api/session').length]).toEqual([
      null,
      1,
    ]);
    const ok = screen.getByRole('button', { name: 'OK' });
    await waitFor(() => expect(ok).toHaveFocus());
    await user.click(ok);
    await waitFor(() => expect(router.state.location.href).toBe('/login'));
    expect(await screen.findByLabelText('Email')).toHaveValue('asha@people.example');
    await act(() => router.navigate({ to: '/get-started' }));
    await act(() => router.navigate({ to: '/login' }));
    expect(await screen.findByLabelText('Email')).toHaveValue('');
  });

  it.each([
    ['', 'Please enter a new password'],
    ['five5', 'Please use at least 6 characters'],
  ])('requires six characters and sends no request before: "%s" [P-2.35]', async (password, told) => {
    arriveAt(link);
    const field = await screen.findByLabelText('New Password');
    if (password) await user.type(field, password);
    await user.click(button());
    expect(await screen.findByText(told)).toBeVisible();
    expect(field).toHaveFocus();
    expect(server.requestsOf(set)).toEqual([]);
  });

  it('without a link says that one is needed and where to get it [P-2.37]', async () => {
    arriveAt('/update-password#nothing');
    expect(
      await screen.findByText('No authentication token found. Please request a new link.'),
    ).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Go to sign in' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
    expect(server.requestsOf(open)).toEqual([]);
  });

  it.each([
    ['does not know', answerError(403, 'link.unknown', 'Failed to establish an authenticated session.')],
    [
      'cannot even read',
      answerError(400, 'request.invalid', 'Please check the highlighted fields.', {
        link: 'This is not a valid link',
      }),
    ],
  ])('with a link that the server %s says so, and where to get a new one [P-2.37]', async (_, script) => {
    server.routes.set(open, script);
    arriveAt(link);
    expect(await screen.findByText('Failed to establish an authenticated session.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go to sign in' })).toBeVisible();
    expect(screen.queryByText(/No authentication token found/)).toBeNull();
  });

  it('tries again when the server was unreachable', async () => {
    server.routes.set(open, () => 'drop');
    arriveAt(link);
    expect(await screen.findByText('Failed to establish session')).toBeVisible();
    server.routes.set(open, () => ({ json: { email: 'asha@people.example', purpose: 'invite' } }));
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByLabelText('New Password')).toBeVisible();
  });

  it.each([
    [
      'the link was used meanwhile',
      answerError(403, 'link.spent', 'No active session. Please request a new link.'),
      'No active session. Please request a new link.',
    ],
    ['the server does not answer', () => 'drop' as const, 'Failed to set password'],
    [
      'the server fails',
      answerError(500, 'server.fault', 'Something went wrong on our side.'),
      'Failed to set password',
    ],
  ])('keeps the typed values when %s [P-2.37]', async (_, script, told) => {
    arriveAt(link);
    await user.type(await screen.findByLabelText('New Password'), 'sixsix');
    server.routes.set(set, script);
    await user.click(button());
    expect(await screen.findByText(told)).toBeVisible();
    expect(screen.getByLabelText('New Password')).toHaveValue('sixsix');
    server.routes.set(set, () => ({ json: {} }));
    await user.click(button());
    await waitFor(() => expect(screen.getByText(done)).toBeVisible());
  });
});

function button(): HTMLElement {
  return screen.getByRole('button', { name: 'Set Password' });
}

/** Opens the link as a browser does: its address is read before the application starts. */
function arriveAt(address: string): void {
  history.replaceState(null, '', location.origin + address);
  takeMailedLink();
  router = createAppRouter(createMemoryHistory({ initialEntries: ['/update-password'] }));
  render(<App router={router} />);
}
