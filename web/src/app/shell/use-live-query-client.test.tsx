import { createMemoryHistory } from '@tanstack/react-router';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import type { Session } from '@samay/contract/identity/session';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildDashboard, buildSession } from '../../../test/builders.ts';
import { type ClinicServer, answerError, startClinicServer } from '../../../test/clinic-server.ts';
import { pointAt } from '../../../test/point-at.ts';
import { App } from '../app.tsx';
import { createAppRouter } from '../router.tsx';

const doctor = buildSession({ role: 'DOCTOR' });
let server: ClinicServer;
let router: ReturnType<typeof createAppRouter>;

beforeEach(async () => {
  server = await startClinicServer(doctor);
  pointAt(server.url);
  server.routes.set('GET /api/dashboard', () => ({ json: buildDashboard() }));
  server.routes.set('GET /api/staff', () => ({ json: { items: [], next: null, givable: [] } }));
});
afterEach(async () => {
  vi.useRealTimers();
  await server.close();
});

describe('an open screen', () => {
  it('follows another role as soon as the server says that a right is gone', async () => {
    await open('/dashboard');
    expect(await linkNames()).toContain('Patients');
    become(buildSession({ role: 'EMPLOYEE' }));
    server.routes.set(
      'GET /api/staff',
      answerError(403, 'access.denied', 'You do not have permission to do this.'),
    );
    await act(() => router.navigate({ href: '/dashboard/employees' }));
    expect(await screen.findByRole('heading', { name: 'Access Denied' })).toBeVisible();
    await act(() => router.navigate({ href: '/dashboard' }));
    expect(await linkNames()).toEqual(['Dashboard', 'Appointments', 'Schedule']);
  });

  it('follows a change of the role by a live update, on the same page [P-11.13]', async () => {
    let tell: () => void = () => undefined;
    const told = new Promise<void>((resolve) => (tell = resolve));
    server.routes.set('GET /api/live', async () => (await told, { events: staffChange(doctor.user.id) }));
    await open('/dashboard');
    expect(await linkNames()).toContain('Patients');
    become(buildSession({ role: 'BUSINESS_OWNER' }));
    tell();
    await waitFor(async () => expect(await linkNames()).toContain('Employee Management'));
    expect(router.state.location.href).toBe('/dashboard');
  });

  it("asks nothing about the person when a colleague's row changes", async () => {
    server.routes.set('GET /api/live', () => ({
      events: staffChange('00000000-0000-4000-8000-0000000000ff'),
    }));
    await open('/dashboard');
    await waitFor(() => expect(server.requestsOf('GET /api/dashboard').length).toBeGreaterThan(1));
    expect(server.requestsOf('GET /api/session')).toHaveLength(1);
  });

  it('shows the new day from midnight in India on, without any input [P-6.2]', async () => {
    vi.useFakeTimers({ now: new Date('2026-11-21T18:29:58Z'), toFake: ['Date'] });
    server.routes.set('GET /api/live', () => new Promise(() => undefined));
    await open('/dashboard');
    expect(await screen.findByText(/It is Saturday, 21 Nov 2026/)).toBeVisible();
    const asked = server.requestsOf('GET /api/dashboard').length;
    vi.setSystemTime(new Date('2026-11-21T18:30:01Z'));
    expect(await screen.findByText(/It is Sunday, 22 Nov 2026/)).toBeVisible();
    await waitFor(() => expect(server.requestsOf('GET /api/dashboard').length).toBeGreaterThan(asked));
  });

  it('goes to the login page when its person was taken out of the business [P-11.13]', async () => {
    await open('/dashboard/employees');
    await screen.findByText('No users found');
    for (const route of ['GET /api/session', 'GET /api/dashboard', 'POST /api/session/refresh'])
      server.routes.set(
        route,
        answerError(401, 'session.ended', 'Your session has ended. Please sign in again.'),
      );
    await act(() => router.navigate({ href: '/dashboard' }));
    expect(await screen.findByRole('button', { name: 'Sign in' })).toBeVisible();
  });

  it('is unchanged when the session request fails', async () => {
    await open('/dashboard');
    await linkNames();
    server.routes.set('GET /api/session', () => 'drop');
    server.routes.set(
      'GET /api/staff',
      answerError(403, 'access.denied', 'You do not have permission to do this.'),
    );
    await act(() => router.navigate({ href: '/dashboard/employees' }));
    expect(
      await screen.findByText('Failed to fetch users: You do not have permission to do this.'),
    ).toBeVisible();
    await waitFor(() => expect(server.requestsOf('GET /api/session').length).toBeGreaterThan(1));
    expect(await linkNames()).toContain('Patients');
  });
});

function staffChange(id: string): string {
  return `event: change\ndata: ${JSON.stringify({ table: 'staff', id, operation: 'update' })}\n\n`;
}

function become(session: Session): void {
  server.routes.set('GET /api/session', () => ({ json: session }));
}

async function linkNames(): Promise<(string | null)[]> {
  const nav = await screen.findByRole('navigation', { name: 'Main' });
  return within(nav)
    .getAllByRole('link')
    .map(({ textContent }) => textContent);
}

async function open(address: string): Promise<void> {
  localStorage.setItem('authToken', 'token');
  localStorage.setItem('authTokenExpiresAt', '2096-01-01T00:00:00Z');
  router = createAppRouter(createMemoryHistory({ initialEntries: [address] }));
  render(<App router={router} />);
  await act(() => router.load());
}
