import { createMemoryHistory } from '@tanstack/react-router';
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildDashboard, buildSession } from '../../../test/builders.ts';
import { type ClinicServer, answerError, startClinicServer } from '../../../test/clinic-server.ts';
import { pointAt } from '../../../test/point-at.ts';
import { App } from '../app.tsx';
import { createAppRouter } from '../router.tsx';

const raised = { accessToken: 'raised', expiresAt: '2096-01-01T00:00:00Z' };
const session = buildSession();
const pending = { ...session, permissions: [], awaits: 'code' as const };

let server: ClinicServer;
let router: ReturnType<typeof createAppRouter>;
let user: ReturnType<typeof userEvent.setup>;
beforeEach(async () => {
  server = await startClinicServer();
  pointAt(server.url);
  user = userEvent.setup();
  server.routes.set('GET /api/session', () => ({ json: pending }));
  server.routes.set('GET /api/dashboard', () => ({ json: buildDashboard() }));
});
afterEach(() => server.close());

describe('between the password and everything else', () => {
  it('requires the code, then goes to the requested page [P-2.23]', async () => {
    await open('/dashboard/appointments?status=completed');
    expect(await screen.findByRole('heading', { name: 'Two-step verification' })).toBeVisible();
    expect(router.state.location.pathname).toBe('/verify');
    expect(screen.getByText(`You are signing in as ${session.user.email}.`)).toBeVisible();
    const field = screen.getByLabelText('Code');
    expect(field).toHaveFocus();
    expect(field).toHaveAttribute('autocomplete', 'one-time-code');

    server.routes.set(
      'POST /api/session/assurance',
      answerError(422, 'factor.invalid_code', 'No.', { code: 'This code is wrong' }),
    );
    await user.click(field);
    await user.paste('123 456');
    await user.click(screen.getByRole('button', { name: 'Verify' }));
    expect(await screen.findByText('This code is wrong')).toBeVisible();

    server.routes.set('POST /api/session/assurance', () => {
      server.routes.set('GET /api/session', () => ({ json: { ...session, assurance: 'aal2' } }));
      return { json: raised };
    });
    await user.click(screen.getByRole('button', { name: 'Verify' }));
    expect(await screen.findByRole('heading', { name: 'Appointments' })).toBeVisible();
    expect(router.state.location.href).toBe('/dashboard/appointments?status=completed');
    expect(JSON.parse(server.requestsOf('POST /api/session/assurance')[0]!.body)).toEqual({ code: '123456' });
    expect(localStorage.getItem('authToken')).toBe('raised');
  });

  it('asks nothing of a business before', async () => {
    await open('/dashboard');
    await screen.findByLabelText('Code');
    expect(new Set(server.requests.map(({ path }) => path))).toEqual(new Set(['/api/session']));
  });

  it('leads to the login when the session ended with the last wrong code', async () => {
    const ended = answerError(401, 'session.ended', 'Your session has ended. Please sign in again.');
    server.routes.set('POST /api/session/assurance', ended);
    server.routes.set('POST /api/session/refresh', ended);
    await open('/dashboard');
    await user.type(await screen.findByLabelText('Code'), '000000{Enter}');
    expect(await screen.findByText('Your session has ended. Please sign in again.')).toBeVisible();
    expect(router.state.location.pathname).toBe('/login');
  });

  it('can be left for another account', async () => {
    server.routes.set('DELETE /api/session', () => ({ json: '' }));
    await open('/dashboard');
    await user.click(await screen.findByRole('button', { name: 'Sign in as somebody else' }));
    expect(await screen.findByText('You are signed out.')).toBeVisible();
  });

  it('enrols a required second factor, and continues once the recovery codes are saved [P-2.24]', async () => {
    const admin = buildSession({ role: 'SUPER_ADMIN' });
    const without = { ...admin, tenant: null, businessType: null, permissions: [], awaits: 'enrolment' };
    server.routes.set('GET /api/session', () => ({ json: without }));
    server.routes.set('POST /api/second-factor/enrolment', () => ({
      status: 201,
      json: { secret: 'ABCDEFGH', uri: 'otpauth://totp/x' },
    }));
    server.routes.set('PUT /api/second-factor', () => ({
      json: { recoveryCodes: ['abcde-00000'], token: raised },
    }));
    await open('/dashboard');
    expect(
      await screen.findByText('Your account needs two-step verification before you can continue.'),
    ).toBeVisible();
    await user.type(await screen.findByLabelText('Code'), '123456{Enter}');
    expect(await screen.findByText('abcde-00000')).toBeVisible();
    server.routes.set('GET /api/session', () => ({
      json: { ...without, permissions: ['platform.manage'], awaits: null },
    }));
    await user.click(screen.getByRole('button', { name: 'I have saved them' }));
    expect(await screen.findByRole('navigation', { name: 'Main' })).toBeVisible();
    expect(router.state.location.pathname).toBe('/dashboard');
  });
});

describe('a session that is to prove it in the middle of the day', () => {
  it('gives way to the page that asks, when a read is refused', async () => {
    server.routes.set('GET /api/session', () => ({ json: session }));
    server.routes.set('GET /api/dashboard', () => {
      server.routes.set('GET /api/session', () => ({ json: pending }));
      return answerError(
        403,
        'session.insufficient_assurance',
        'Please confirm with a code from your authenticator app.',
      )(server.requests[0]!);
    });
    await open('/dashboard');
    expect(await screen.findByLabelText('Code')).toBeVisible();
    expect(router.state.location.href).toBe('/verify?redirect=%2Fdashboard');
  });

  it('asks in a dialog when a change is refused, and then makes it [P-2.25]', async () => {
    server.routes.set('GET /api/session', () => ({ json: session }));
    server.routes.set('PATCH /api/me', answerError(403, 'session.insufficient_assurance', 'Please confirm.'));
    server.routes.set('POST /api/session/assurance', () => {
      server.routes.set('PATCH /api/me', () => ({ json: { name: 'Asha Joshi' } }));
      return { json: raised };
    });
    await open('/dashboard/settings/account');
    const field = await screen.findByLabelText('Full name');
    await user.clear(field);
    await user.type(field, 'Asha Joshi{Enter}');
    const dialog = within(await screen.findByRole('dialog', { name: 'Please confirm that it is you' }));
    await user.type(dialog.getByLabelText('Code'), '123456{Enter}');
    expect(await screen.findByText('Your name is saved')).toBeVisible();
    expect(server.requestsOf('PATCH /api/me')).toHaveLength(2);
  });
});

/** Opens the whole application at an address, in a tab whose session is kept. */
async function open(address: string): Promise<void> {
  localStorage.setItem('authToken', 'token');
  localStorage.setItem('authTokenExpiresAt', '2096-01-01T00:00:00Z');
  router = createAppRouter(createMemoryHistory({ initialEntries: [address] }));
  render(<App router={router} />);
  await act(() => router.load());
}
