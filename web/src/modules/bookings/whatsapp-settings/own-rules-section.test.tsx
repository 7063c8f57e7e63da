import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { choose } from '../../../../test/choose.ts';
import { answerError, type ClinicServer, startClinicServer } from '../../../../test/clinic-server.ts';
import { renderSignedIn } from '../../../../test/render-signed-in.tsx';
import { OwnRulesSection } from './own-rules-section.tsx';

const path = '/api/own-booking-rules';
let server: ClinicServer;
beforeEach(async () => {
  server = await startClinicServer();
  server.routes.set(`GET ${path}`, () => ({ json: { cutoff: 240, notice: 90 } }));
});
afterEach(() => server.close());

it('has the cut-off and the notice, saves each, and goes back when the server says no [P-12.81]', async () => {
  server.routes.set(`PUT ${path}`, answerError(503, 'server.unavailable', 'Away'));
  const { user } = renderSignedIn(server, <OwnRulesSection />);
  const cutoff = await screen.findByRole('combobox', { name: /^Move and cancel until/ });
  expect(cutoff).toHaveValue('4 hours');
  expect(screen.getByRole('combobox', { name: /^Move to times/ })).toHaveValue('1.5 hours');
  await choose(user, cutoff, '1 day');
  expect(await screen.findByText('Your changes could not be saved. Please try again.')).toBeVisible();
  expect(cutoff).toHaveValue('4 hours');
  server.routes.set(`PUT ${path}`, () => ({ json: { cutoff: 1440, notice: 90 } }));
  await choose(user, cutoff, '1 day');
  expect(await screen.findByText('Rules saved')).toBeVisible();
  expect(cutoff).toHaveValue('1 day');
  expect(JSON.parse(server.requestsOf(`PUT ${path}`).at(-1)?.body ?? '')).toEqual({
    cutoff: 1440,
    notice: 90,
  });
});
