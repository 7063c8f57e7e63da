import { createMemoryHistory } from '@tanstack/react-router';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildSession } from '../../../test/builders.ts';
import { type ClinicServer, answerError, startClinicServer } from '../../../test/clinic-server.ts';
import { pointAt } from '../../../test/point-at.ts';
import { App } from '../app.tsx';
import { createAppRouter } from '../router.tsx';

const tenantId = '00000000-0000-4000-8000-0000000000cc';
const staff = `/api/platform/tenants/${tenantId}/staff`;
let server: ClinicServer;
const user = userEvent.setup();

beforeEach(async () => {
  server = await startClinicServer({
    ...buildSession({ role: 'SUPER_ADMIN' }),
    tenant: null,
    businessType: null,
  });
  pointAt(server.url);
  server.routes.set('GET /api/platform/tenants', () => ({ json: { items: [], next: null } }));
  server.routes.set(
    `GET /api/platform/tenants/${tenantId}`,
    answerError(404, 'not_found', 'This does not exist, or you may not see it.'),
  );
  server.routes.set(`GET ${staff}`, () => ({
    json: { items: [], next: null, givable: ['DOCTOR', 'EMPLOYEE'] },
  }));
  server.routes.set(`POST ${staff}/invitations`, () => ({
    status: 201,
    json: { email: 'new@clinic.example' },
  }));
});
afterEach(() => server.close());

it('asks a super admin for a business first', async () => {
  await open('/dashboard/employees');
  expect(await screen.findByText('Choose a business first')).toBeVisible();
  expect(screen.getByRole('combobox', { name: 'Business' })).toBeVisible();
});

it('shows and changes the staff of the business that the address names [P-11.14]', async () => {
  await open(`/dashboard/employees?business=${tenantId}`);
  expect(
    await screen.findByText(
      'The business sees in its audit log that you viewed this, why, and what you change.',
    ),
  ).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'Invite User' }));
  await user.type(await screen.findByRole('textbox', { name: 'Email Address' }), 'new@clinic.example');
  await user.click(screen.getByRole('button', { name: 'Send Invitation' }));
  expect(await screen.findByText(/^Invitation sent to new@clinic\.example/)).toBeVisible();
  expect(server.requestsOf(`POST ${staff}/invitations`)).toHaveLength(1);
  expect(server.requestsOf('GET /api/staff')).toHaveLength(0);
});

it('requires a business before its schedule is shown, and keeps it in the address [P-6.65]', async () => {
  server.routes.set(`GET /api/platform/tenants/${tenantId}/schedule`, () => ({
    json: { bookings: [], counts: [], openingHours: { slots: [], days: [] }, claims: [] },
  }));
  const { unmount } = await open('/dashboard/schedule');
  expect(await screen.findByText('Choose a business first')).toBeVisible();
  unmount();
  const { router } = await open(`/dashboard/schedule?business=${tenantId}&view=day&day=2026-11-18`);
  await user.click(await screen.findByRole('button', { name: 'Next day' }));
  expect(router.state.location.search).toEqual({ business: tenantId, view: 'day', day: '2026-11-19' });
  expect(server.requestsOf(`GET /api/platform/tenants/${tenantId}/schedule`).length).toBeGreaterThan(0);
  expect([server.requestsOf('GET /api/schedule'), server.requestsOf('GET /api/calendar-connection')]).toEqual(
    [[], []],
  );
});

async function open(address: string) {
  localStorage.setItem('authToken', 'token');
  localStorage.setItem('authTokenExpiresAt', '2096-01-01T00:00:00Z');
  const router = createAppRouter(createMemoryHistory({ initialEntries: [address] }));
  const view = render(<App router={router} />);
  await act(() => router.load());
  return { router, ...view };
}
