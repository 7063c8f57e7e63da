import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type ClinicServer, answerError, startClinicServer } from '../../../../test/clinic-server.ts';
import { buildAdmin } from '../../../../test/platform-session.ts';
import { renderSignedIn } from '../../../../test/render-signed-in.tsx';
import { SupportAccessDialog } from './support-access-dialog.tsx';

const route = 'PUT /api/platform/tenants/one/reason';
let server: ClinicServer;
beforeEach(async () => {
  server = await startClinicServer(buildAdmin());
});
afterEach(() => server.close());

it('requires a reason, keeps it when saving fails, and continues once it is saved [P-14.5]', async () => {
  const onGiven = vi.fn();
  server.routes.set(
    route,
    answerError(503, 'server.unavailable', 'Samay cannot answer right now. Please try again in a moment.'),
  );
  const { user } = renderSignedIn(
    server,
    <SupportAccessDialog business="one" onGiven={onGiven} onClose={() => undefined} />,
  );
  const field = await screen.findByRole('textbox', { name: 'Reason' });
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByText('Please give a reason')).toBeVisible();
  expect(field).toHaveFocus();
  await user.type(field, 'Ticket 812');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByText('Failed to save the reason')).toBeVisible();
  expect(field).toHaveValue('Ticket 812');
  server.routes.set(route, () => ({ json: { until: '2026-11-21T05:00:00.000Z' } }));
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await expect.poll(() => onGiven.mock.calls.length).toBe(1);
  expect(server.requestsOf(route).map(({ body }) => body)).toEqual([
    '{"reason":"Ticket 812"}',
    '{"reason":"Ticket 812"}',
  ]);
});
