import { screen, waitFor, within } from '@testing-library/react';
import type { SetupChecklist } from '@samay/contract/tenancy/setup-checklist';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { buildSession } from '../../../../test/builders.ts';
import { type ClinicServer, answerError, startClinicServer } from '../../../../test/clinic-server.ts';
import { renderSignedIn } from '../../../../test/render-signed-in.tsx';
import { SetupChecklistSection } from './setup-checklist-section.tsx';

const route = 'GET /api/first-steps';
const begun: SetupChecklist = {
  steps: [
    { name: 'business', isDone: true },
    { name: 'booking', isDone: false },
    { name: 'staff', isDone: false },
    { name: 'calendar', isDone: false },
  ],
  isDismissed: false,
  may: { dismiss: true },
};
let server: ClinicServer;

beforeEach(async () => {
  server = await startClinicServer();
  server.routes.set(route, () => ({ json: begun }));
});
afterEach(() => server.close());

it('shows the progress of a clinic, and links to each step', async () => {
  const openNewAppointment = vi.fn();
  const { user } = renderSignedIn(server, <SetupChecklistSection />, { openNewAppointment });
  const section = within(await screen.findByRole('region', { name: 'First steps' }));
  expect(section.getByText('1 of 4 done')).toBeVisible();
  expect(section.getByText('Done: Set up your clinic')).toBeVisible();
  expect(section.getByRole('link', { name: 'Invite User: Invite your staff' })).toHaveAttribute('href', '/dashboard/employees?invite=open');
  expect(section.getByRole('link', { name: 'Open Settings: Connect Google Calendar' })).toHaveAttribute('href', '/dashboard/settings');
  expect(section.getByRole('link', { name: 'Doctors and their hours' })).toHaveAttribute('href', '/dashboard/settings/doctors');
  await user.click(section.getByRole('button', { name: 'New Appointment: Create the first appointment' }));
  expect(openNewAppointment).toHaveBeenCalledOnce();
});

it('uses the wording of a turf', async () => {
  await server.close();
  server = await startClinicServer(buildSession({ businessType: 'turf' }));
  server.routes.set(route, () => ({ json: begun }));
  renderSignedIn(server, <SetupChecklistSection />);
  expect(await screen.findByText('Create the first booking')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Services and evening prices' })).toHaveAttribute('href', '/turf-dashboard/settings/services');
  expect(screen.getByRole('link', { name: 'Invite User: Invite your staff' })).toHaveAttribute('href', '/turf-dashboard/users?invite=open');
});

it('is hidden, and shown again by Undo', async () => {
  server.routes.set('PUT /api/first-steps/dismissal', () => ({ json: { ...begun, isDismissed: true } }));
  server.routes.set('DELETE /api/first-steps/dismissal', () => ({ json: begun }));
  const { user } = renderSignedIn(server, <SetupChecklistSection />);
  await user.click(await screen.findByRole('button', { name: 'Hide' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull());
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByRole('region', { name: 'First steps' })).toBeVisible();
});

it('stays and shows an error when the server fails', async () => {
  server.routes.set(
    'PUT /api/first-steps/dismissal',
    answerError(500, 'server.fault', 'Something went wrong on our side. Please try again.'),
  );
  const { user } = renderSignedIn(server, <SetupChecklistSection />);
  await user.click(await screen.findByRole('button', { name: 'Hide' }));
  expect(await screen.findByText('Failed to hide the first steps')).toBeVisible();
  expect(screen.getByRole('region', { name: 'First steps' })).toBeVisible();
});

it.each<[string, SetupChecklist]>([
  ['once all is done', { ...begun, steps: begun.steps.map((step) => ({ ...step, isDone: true })) }],
  ['once it was put away', { ...begun, isDismissed: true }],
])('is gone %s', async (_, answer) => {
  server.routes.set(route, () => ({ json: answer }));
  renderSignedIn(server, <SetupChecklistSection />);
  await waitFor(() => expect(server.requestsOf(route)).toHaveLength(1));
  expect(screen.queryByText('First steps')).toBeNull();
});
