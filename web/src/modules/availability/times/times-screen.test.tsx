import type { TimesProposal } from '@samay/contract/availability/times-apart';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildSession } from '../../../../test/builders.ts';
import { answerError, type ClinicServer, startClinicServer } from '../../../../test/clinic-server.ts';
import { renderSignedIn } from '../../../../test/render-signed-in.tsx';
import { TimesScreen } from './times-screen.tsx';

const proposal: TimesProposal = {
  isConfirmed: false,
  employeesMayOverbook: true,
  service: {
    id: '00000000-0000-4000-8000-00000000000a',
    name: 'General Consultation',
    duration: 30,
    proposed: 20,
  },
  resources: [{ id: '00000000-0000-4000-8000-00000000000b', name: 'Dr. Rao', bookings: 412 }],
  hours: [{ weekday: 1, opens: '09:00', closes: '13:00' }],
  overlapping: 3,
};

let server: ClinicServer;
beforeEach(async () => {
  server = await startClinicServer(buildSession());
  server.routes.set('GET /api/times-apart', () => ({ json: proposal }));
});
afterEach(async () => {
  localStorage.clear();
  await server.close();
});

it('shows what the bookings say, and confirms the duration', async () => {
  server.routes.set('PUT /api/times-apart', () => ({ json: { ...proposal, isConfirmed: true } }));
  const { user } = renderSignedIn(server, <TimesScreen />);
  const field = await screen.findByLabelText(/^How long a General Consultation lasts/);
  expect(field).toHaveValue('20 minutes');
  expect(screen.getByText('Dr. Rao: 412 appointments')).toBeVisible();
  expect(screen.getByText('Mon: 9:00 am to 1:00 pm')).toBeVisible();
  expect(screen.getByText(/^3 future appointments overlap another/)).toBeVisible();
  await user.clear(field);
  await user.type(field, '22');
  await user.click(screen.getByRole('button', { name: 'Refuse taken times' }));
  expect(await screen.findByText('Please enter steps of 5 minutes')).toBeVisible();
  expect(server.requestsOf('PUT /api/times-apart')).toEqual([]);
  await user.clear(field);
  await user.type(field, '25{Enter}');
  expect(await screen.findByText(/^Taken times are refused/)).toBeVisible();
  expect(JSON.parse(server.requestsOf('PUT /api/times-apart')[0]?.body ?? '')).toEqual({ duration: 25 });
});

it.each([
  ['doctor', 'Employees may book over another appointment', /appointment\. Owners and doctors always may\./],
  ['turf', 'Employees may book over another booking', /booking\. Owners always may\./],
] as const)('says to a %s who may overbook', async (businessType, label, hint) => {
  await server.close();
  server = await startClinicServer(buildSession({ businessType }));
  server.routes.set('GET /api/times-apart', () => ({ json: proposal }));
  renderSignedIn(server, <TimesScreen />);
  expect(await screen.findByRole('switch', { name: label })).toBeVisible();
  expect(screen.getByText(hint)).toBeVisible();
});

it('switches overbooking by employees, and goes back when the server says no', async () => {
  server.routes.set('PUT /api/times-apart/overbooking', answerError(503, 'server.unavailable', 'Away'));
  const { user } = renderSignedIn(server, <TimesScreen />);
  const button = await screen.findByRole('switch', {
    name: 'Employees may book over another appointment',
  });
  expect(button).toBeChecked();
  await user.click(button);
  expect(await screen.findByText('Your changes could not be saved. Please try again.')).toBeVisible();
  expect(button).toBeChecked();
  server.routes.set('PUT /api/times-apart/overbooking', () => ({
    json: { ...proposal, employeesMayOverbook: false },
  }));
  await user.click(button);
  await waitFor(() => expect(button).not.toBeChecked());
});
