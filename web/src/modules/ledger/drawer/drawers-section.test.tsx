import type { DrawerRules } from '@samay/contract/ledger/drawers';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildSession } from '../../../../test/builders.ts';
import { answerError, type ClinicServer, startClinicServer } from '../../../../test/clinic-server.ts';
import { renderSignedIn } from '../../../../test/render-signed-in.tsx';
import { DrawersSection } from './drawers-section.tsx';

const rules: DrawerRules = {
  oneDrawer: false,
  countFirst: false,
  countOpening: false,
  confirmTotals: false,
};
let server: ClinicServer;
beforeEach(async () => {
  server = await startClinicServer();
  server.routes.set('GET /api/drawer-rules', () => ({ json: rules }));
});
afterEach(() => server.close());

it('switches to one drawer for the desk, and goes back when the server refuses [P-9.33]', async () => {
  server.routes.set('PUT /api/drawer-rules', answerError(503, 'server.unavailable', 'Away'));
  const { user } = renderSignedIn(server, <DrawersSection />);
  const button = await screen.findByRole('switch', { name: 'One drawer for the desk' });
  await user.click(button);
  expect(await screen.findByText('Your changes could not be saved. Please try again.')).toBeVisible();
  expect(button).not.toBeChecked();
  server.routes.set('PUT /api/drawer-rules', ({ body }) => ({
    json: { ...rules, ...(JSON.parse(body) as object) },
  }));
  await user.click(button);
  expect(await screen.findByText('The desk has one drawer')).toBeVisible();
  await waitFor(() => expect(button).toBeChecked());
});

it('lets cash be counted before it is shown [P-9.78]', async () => {
  server.routes.set('PUT /api/drawer-rules', ({ body }) => ({
    json: { ...rules, ...(JSON.parse(body) as object) },
  }));
  const { user } = renderSignedIn(server, <DrawersSection />);
  const button = await screen.findByRole('switch', { name: 'Count the cash before it is shown' });
  await user.click(button);
  expect(await screen.findByText('The cash is counted first')).toBeVisible();
  await waitFor(() => expect(button).toBeChecked());
  expect(server.requestsOf('PUT /api/drawer-rules')[0]?.body).toBe('{"countFirst":true}');
  await user.click(button);
  expect(await screen.findByText('The cash is shown before the count')).toBeVisible();
});

it.each([
  ['Count the cash when a drawer opens', 'countOpening', 'The opening is counted'],
  ['Confirm the UPI and card totals at the close', 'confirmTotals', 'The totals are confirmed at the close'],
])('switches: %s [P-9.208, P-9.209]', async (name, rule, done) => {
  server.routes.set('PUT /api/drawer-rules', ({ body }) => ({
    json: { ...rules, ...(JSON.parse(body) as object) },
  }));
  const { user } = renderSignedIn(server, <DrawersSection />);
  await user.click(await screen.findByRole('switch', { name }));
  expect(await screen.findByText(done)).toBeVisible();
  expect(server.requestsOf('PUT /api/drawer-rules')[0]?.body).toBe(JSON.stringify({ [rule]: true }));
});

it('is hidden from who may not change it', async () => {
  await server.close();
  server = await startClinicServer(buildSession({ role: 'DOCTOR' }));
  renderSignedIn(server, <DrawersSection />);
  await expect.poll(() => server.requestsOf('GET /api/session')).toHaveLength(1);
  expect(server.requestsOf('GET /api/drawer-rules')).toEqual([]);
});
