import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { answerError, type ClinicServer, startClinicServer } from '../../../../test/clinic-server.ts';
import { renderSignedIn } from '../../../../test/render-signed-in.tsx';
import { WaitingRoomSection } from './waiting-room-section.tsx';

const path = '/api/waiting-room';
let server: ClinicServer;
beforeEach(async () => {
  server = await startClinicServer();
  server.routes.set(`GET ${path}`, () => ({ json: { tokens: false } }));
});
afterEach(() => server.close());

it('turns numbers on, and goes back when the server says no [P-8.106]', async () => {
  server.routes.set(`PUT ${path}`, answerError(503, 'server.unavailable', 'Away'));
  const { user } = renderSignedIn(server, <WaitingRoomSection />);
  const give = await screen.findByRole('switch', { name: 'Give numbers on arrival' });
  await user.click(give);
  expect(await screen.findByText('Your change could not be saved. Please try again.')).toBeVisible();
  expect(give).not.toBeChecked();
  server.routes.set(`PUT ${path}`, () => ({ json: { tokens: true } }));
  await user.click(give);
  expect(await screen.findByText('People get numbers from the next arrival on')).toBeVisible();
  await waitFor(() => expect(give).toBeChecked());
  expect(JSON.parse(server.requestsOf(`PUT ${path}`).at(-1)?.body ?? '')).toEqual({ tokens: true });
});
