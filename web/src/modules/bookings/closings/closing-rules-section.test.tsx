import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { answerError, type ClinicServer, startClinicServer } from '../../../../test/clinic-server.ts';
import { renderSignedIn } from '../../../../test/render-signed-in.tsx';
import { ClosingRulesSection } from './closing-rules-section.tsx';

let server: ClinicServer;
beforeEach(async () => {
  server = await startClinicServer();
  server.routes.set('GET /api/closing-rules', () => ({ json: { employees: true } }));
});
afterEach(async () => {
  localStorage.clear();
  await server.close();
});

it('switches whether employees may close a day, and goes back when the server says no [P-6.92]', async () => {
  server.routes.set('PUT /api/closing-rules', answerError(503, 'server.unavailable', 'Away'));
  const { user } = renderSignedIn(server, <ClosingRulesSection />);
  const button = await screen.findByRole('switch', { name: 'Employees may close a day' });
  await user.click(button);
  expect(await screen.findByText('Your changes could not be saved. Please try again.')).toBeVisible();
  expect(button).toBeChecked();
  server.routes.set('PUT /api/closing-rules', () => ({ json: { employees: false } }));
  await user.click(button);
  await waitFor(() => expect(button).not.toBeChecked());
  expect(await screen.findByText('Employees may no longer close a day')).toBeVisible();
});
