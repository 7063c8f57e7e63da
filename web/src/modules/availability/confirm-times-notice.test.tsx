import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { buildSession } from '../../../test/builders.ts';
import { type ClinicServer, startClinicServer } from '../../../test/clinic-server.ts';
import { renderSignedIn } from '../../../test/render-signed-in.tsx';
import { ConfirmTimesNotice } from './confirm-times-notice.tsx';

let server: ClinicServer;
afterEach(async () => {
  localStorage.clear();
  await server.close();
});

it('leads an owner to the page while times are not kept apart', async () => {
  server = await startClinicServer(buildSession({ businessType: 'turf' }));
  server.routes.set('GET /api/times-apart', () => ({ json: { isConfirmed: false } }));
  renderSignedIn(server, <ConfirmTimesNotice />);
  expect(await screen.findByRole('link', { name: 'Check now' })).toHaveAttribute(
    'href',
    '/turf-dashboard/settings/times',
  );
});

it.each([
  ['BUSINESS_OWNER', true, 1],
  ['DOCTOR', false, 0],
  ['EMPLOYEE', false, 0],
] as const)('is not there for a %s (confirmed: %s)', async (role, isConfirmed, asked) => {
  server = await startClinicServer(buildSession({ role }));
  server.routes.set('GET /api/times-apart', () => ({ json: { isConfirmed } }));
  renderSignedIn(
    server,
    <>
      <ConfirmTimesNotice />
      <p>Home</p>
    </>,
  );
  expect(await screen.findByText('Home')).toBeVisible();
  await waitFor(() => expect(server.requestsOf('GET /api/times-apart')).toHaveLength(asked));
  expect(screen.queryByRole('link')).toBeNull();
});
