import { createMemoryHistory } from '@tanstack/react-router';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { now } from '@samay/contract/core/time';
import type { Session } from '@samay/contract/identity/session';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildDashboard, buildSession } from '../../../test/builders.ts';
import { type ClinicServer, startClinicServer } from '../../../test/clinic-server.ts';
import { pointAt } from '../../../test/point-at.ts';
import { App } from '../app.tsx';
import { createAppRouter } from '../router.tsx';

let server: ClinicServer;
const user = userEvent.setup();

beforeEach(async () => {
  server = await startClinicServer();
  pointAt(server.url);
  server.routes.set('GET /api/dashboard', () => ({ json: buildDashboard() }));
});
afterEach(() => server.close());

describe('the sidebar', () => {
  it.each([
    [
      'BUSINESS_OWNER',
      ['Dashboard', 'Appointments', 'Schedule', 'Employee Management', 'Revenue', 'Settings'],
      'Business Owner',
    ],
    [
      'BUSINESS_ADMIN',
      ['Dashboard', 'Appointments', 'Schedule', 'Employee Management', 'Revenue', 'Settings'],
      'Business Admin',
    ],
    ['DOCTOR', ['Dashboard', 'Appointments', 'Schedule', 'Patients', 'Settings'], 'Doctor'],
    ['EMPLOYEE', ['Dashboard', 'Appointments', 'Schedule'], 'Employee'],
  ] as const)('shows a clinic’s %s its links and no other [P-16.13]', async (role, labels, name) => {
    await open(buildSession({ role }), '/dashboard');
    const nav = await screen.findByRole('navigation', { name: 'Main' });
    expect(
      within(nav)
        .getAllByRole('link')
        .map(({ textContent }) => textContent),
    ).toEqual(labels);
    expect(screen.getByText(name)).toBeVisible();
  });

  it.each([
    ['/dashboard/appointments', 'Appointments'],
    ['/revenue', 'Revenue'],
    ['/employees', 'Employee Management'],
  ])('marks at %s %s alone [P-16.14]', async (address, title) => {
    await open(buildSession(), address);
    const nav = await screen.findByRole('navigation', { name: 'Main' });
    const here = within(nav)
      .getAllByRole('link')
      .filter((link) => link.getAttribute('aria-current') === 'page');
    expect(here.map(({ textContent }) => textContent)).toEqual([title]);
    expect(here[0]).toHaveAttribute('data-active', 'true');
  });

  it('has the queue, tomorrow, the money, the people and the receipts of an owner one press away, and marks where they are [P-16.82]', async () => {
    await open(buildSession(), '/dashboard/papers');
    const daily = within(await screen.findByRole('navigation', { name: 'Daily work' }));
    expect(daily.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Queue', '/dashboard/queue'],
      ['Tomorrow', '/dashboard/tomorrow'],
      ['Money', '/dashboard/money'],
      ['Patients', '/dashboard/patients'],
      ['Receipts', '/dashboard/papers'],
    ]);
    expect(daily.getByRole('link', { name: 'Receipts' })).toHaveAttribute('aria-current', 'page');
  });

  it('marks Settings for users who may retry a failed delivery, and sends no request for others [P-12.10]', async () => {
    server.routes.set('GET /api/deliveries', () => ({
      json: { kinds: [], givenUp: [], needsAttention: true, may: { retry: true } },
    }));
    await open(buildSession(), '/dashboard');
    expect(await screen.findByRole('link', { name: 'Settings Needs attention' })).toBeVisible();
    cleanup();
    const before = server.requestsOf('GET /api/deliveries').length;
    await open(buildSession({ role: 'DOCTOR' }), '/dashboard');
    expect(await screen.findByRole('link', { name: 'Settings' })).toBeVisible();
    expect(server.requestsOf('GET /api/deliveries')).toHaveLength(before);
  });

  it('leads to a failed delivery by the marked link to Connections, with the webhooks [P-8.41]', async () => {
    server.routes.set('GET /api/deliveries', () => ({
      json: { kinds: [], givenUp: [], needsAttention: true, may: { retry: true } },
    }));
    await open(buildSession(), '/dashboard/settings/connections');
    const pages = within(await screen.findByRole('navigation', { name: 'Settings' }));
    const link = await pages.findByRole('link', { name: 'Connections Needs attention' });
    expect(link).toHaveAttribute('aria-current', 'page');
    expect(await screen.findByRole('region', { name: 'Webhooks' })).toBeVisible();
    expect(screen.getByRole('region', { name: 'Deliveries' })).toBeVisible();
  });
});

describe('the layouts of a turf', () => {
  const labelsIn = (nav: HTMLElement) =>
    within(nav)
      .getAllByRole('link')
      .map(({ textContent }) => textContent);

  it('shows the signed-in owner by name and email [P-16.16]', async () => {
    await open(buildSession({ businessType: 'turf' }), '/turf-dashboard');
    const nav = await screen.findByRole('navigation', { name: 'Main' });
    expect(labelsIn(nav)).toEqual([
      'Dashboard',
      'Bookings',
      'Schedule',
      'User Management',
      'Revenue',
      'Settings',
    ]);
    expect(screen.getByText('Asha Kulkarni')).toBeVisible();
    expect(screen.getByText('owner@citycare.example')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Sign out' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Collapse sidebar' })).toBeNull();
  });

  it('lets staff fold the sidebar, remembers it, and has Logout [P-16.16]', async () => {
    localStorage.removeItem('samay-sidebar');
    server.routes.set('DELETE /api/session', () => ({ status: 200, json: {} }));
    await open(buildSession({ role: 'EMPLOYEE', businessType: 'turf' }), '/turf-dashboard/employee');
    const nav = await screen.findByRole('navigation', { name: 'Main' });
    expect(labelsIn(nav)).toEqual(['Dashboard', 'Bookings', 'Schedule']);
    const fold = screen.getByRole('button', { name: 'Collapse sidebar' });
    expect(fold).toHaveAttribute('aria-pressed', 'false');
    await user.click(fold);
    expect(fold).toHaveAttribute('aria-pressed', 'true');
    expect(localStorage.getItem('samay-sidebar')).toContain('folded');
    // Each link keeps its name when the sidebar is folded.
    expect(labelsIn(nav)).toEqual(['Dashboard', 'Bookings', 'Schedule']);
    await user.click(within(nav).getByRole('button', { name: 'Logout' }));
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible();
    expect(server.requestsOf('DELETE /api/session')).toHaveLength(1);
  });
});

describe('a suspended business', () => {
  const suspended = (): Session => {
    const session = buildSession();
    return { ...session, tenant: { ...session.tenant!, suspended: true } };
  };

  it.each(['/dashboard', '/dashboard/appointments'])(
    'is told so on %s and offered no booking [P-1.9]',
    async (address) => {
      await open(suspended(), address);
      expect(await screen.findByText(/This business is suspended/)).toBeVisible();
      expect(await screen.findByText(/No appointments (scheduled|found)/)).toBeVisible();
      expect(screen.queryByRole('button', { name: /New Appointment/ })).toBeNull();
    },
  );

  it('reads the reason, the address to write to, and where a payment ends it [P-1.14]', async () => {
    const suspension = { reason: 'October is not paid', contact: 'help@samay.example', untilPaid: true };
    await open({ ...suspended(), suspension }, '/dashboard');
    expect(await screen.findByText('The reason: October is not paid')).toBeVisible();
    expect(screen.getByRole('link', { name: 'help@samay.example' })).toHaveAttribute(
      'href',
      'mailto:help@samay.example',
    );
    expect(screen.getByRole('link', { name: 'Pay' })).toHaveAttribute('href', '/dashboard/settings');
  });

  it('is the only one to be told', async () => {
    await open(buildSession(), '/dashboard');
    expect(await screen.findByRole('button', { name: 'New Appointment' })).toBeVisible();
    expect(screen.queryByText(/suspended/)).toBeNull();
  });
});

describe('a user whose device has a wrong clock', () => {
  it('is told so until the notice is dismissed [P-6.4]', async () => {
    server.clock = () => new Date(now().getTime() - 86_400_000);
    await open(buildSession(), '/dashboard');
    const sentence = 'This device’s clock is 1 day ahead. Samay uses the server’s time.';
    const notice = (await screen.findByText(sentence)).closest('[role="status"]');
    expect(notice).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(notice).not.toBeInTheDocument();
    cleanup();
    await open(buildSession(), '/dashboard');
    expect(await screen.findByRole('button', { name: 'New Appointment' })).toBeVisible();
    expect(screen.queryByText(sentence)).toBeNull();
  });
});

describe('a booking draft', () => {
  it('is there again for the same person after a session that ended [P-5.57]', async () => {
    server.routes.set('POST /api/session', () => ({
      status: 201,
      json: { accessToken: 'second', expiresAt: '2096-01-01T00:00:00Z' },
    }));
    await open(buildSession(), '/dashboard');
    await user.click(await screen.findByRole('button', { name: 'New Appointment' }));
    await user.type(await screen.findByRole('combobox', { name: 'Patient Name' }), 'Meenakshi');
    await endSession();
    await user.type(await screen.findByLabelText('Email'), 'owner@citycare.example');
    await user.type(screen.getByLabelText('Password'), 'demo1234');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    await user.click(await screen.findByRole('button', { name: 'New Appointment' }));
    expect(await screen.findByRole('combobox', { name: 'Patient Name' })).toHaveValue('Meenakshi');
    // Checks that a discarded draft is not restored.
    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(await screen.findByRole('button', { name: 'New Appointment' }));
    expect(await screen.findByRole('combobox', { name: 'Patient Name' })).toHaveValue('');
  });
});

async function open(session: Session, address: string): Promise<void> {
  server.routes.set('GET /api/session', () => ({ json: session }));
  localStorage.setItem('authToken', 'first');
  localStorage.setItem('authTokenExpiresAt', '2096-01-01T00:00:00Z');
  const router = createAppRouter(createMemoryHistory({ initialEntries: [address] }));
  render(<App router={router} />);
  await act(() => router.load());
}

/** Ends the session as a sign-out in another tab does. */
async function endSession(): Promise<void> {
  const { tokens } = await import('../../lib/api/access-token.ts');
  act(() => tokens.end());
}
