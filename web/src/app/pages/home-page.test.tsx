import { screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { buildDashboard, buildSession } from '../../../test/builders.ts';
import { type ClinicServer, startClinicServer } from '../../../test/clinic-server.ts';
import { renderSignedIn } from '../../../test/render-signed-in.tsx';
import { HomePage } from './home-page.tsx';

let server: ClinicServer;
afterEach(() => server.close());

async function showAs(...session: Parameters<typeof buildSession>): Promise<void> {
  server = await startClinicServer(buildSession(...session));
  server.routes.set('GET /api/dashboard', () => ({ json: buildDashboard() }));
  server.routes.set('GET /api/first-steps', () => ({ json: { steps: [], isDismissed: true, may: { dismiss: true } } }));
  server.routes.set('GET /api/queue', () => ({ json: { waiting: [], done: { completed: 0, noShow: 0 }, recent: [] } }));
  renderSignedIn(server, <HomePage />);
  await screen.findByRole('region', { name: 'Bookings' });
}

it.each([
  ['doctor', 'Patients', '/dashboard/patients'],
  ['turf', 'Customers', '/turf-dashboard/customers'],
] as const)('leads an owner of type %s to %s, which the sidebar does not', async (businessType, name, address) => {
  await showAs({ businessType });
  expect(screen.getByRole('link', { name })).toHaveAttribute('href', address);
});

it.each(['EMPLOYEE', 'DOCTOR'] as const)('has no such link for a member with the role %s', async (role) => {
  await showAs({ role });
  expect(screen.queryByRole('link', { name: 'Patients' })).toBeNull();
});
