import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildSession } from '../../../../test/builders.ts';
import { answerError, type ClinicServer, startClinicServer } from '../../../../test/clinic-server.ts';
import { renderSignedIn } from '../../../../test/render-signed-in.tsx';
import { OverbookingScreen } from './overbooking-screen.tsx';

let server: ClinicServer;
beforeEach(async () => {
  server = await startClinicServer(buildSession());
  server.routes.set('GET /api/overbooking', () => ({ json: { employees: true } }));
});
afterEach(async () => {
  localStorage.clear();
  await server.close();
});

it.each([
  ['doctor', 'Employees may book over another appointment', /appointment\. Owners and doctors always may\./],
  ['turf', 'Employees may book over another booking', /booking\. Owners always may\./],
] as const)('says to a %s who may overbook', async (businessType, label, hint) => {
  await server.close();
  server = await startClinicServer(buildSession({ businessType }));
  server.routes.set('GET /api/overbooking', () => ({ json: { employees: true } }));
  renderSignedIn(server, <OverbookingScreen />);
  expect(await screen.findByRole('switch', { name: label })).toBeVisible();
  expect(screen.getByText(hint)).toBeVisible();
});

it('switches overbooking by employees, and goes back when the server says no [P-6.38]', async () => {
  server.routes.set('PUT /api/overbooking', answerError(503, 'server.unavailable', 'Away'));
  const { user } = renderSignedIn(server, <OverbookingScreen />);
  const button = await screen.findByRole('switch', {
    name: 'Employees may book over another appointment',
  });
  expect(button).toBeChecked();
  await user.click(button);
  expect(await screen.findByText('Your changes could not be saved. Please try again.')).toBeVisible();
  expect(button).toBeChecked();
  server.routes.set('PUT /api/overbooking', () => ({ json: { employees: false } }));
  await user.click(button);
  await waitFor(() => expect(button).not.toBeChecked());
});
