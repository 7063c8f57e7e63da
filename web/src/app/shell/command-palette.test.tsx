import { screen, waitFor } from '@testing-library/react';
import type { SetupChecklist } from '@samay/contract/tenancy/setup-checklist';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { buildSession } from '../../../test/builders.ts';
import { type ClinicServer, startClinicServer } from '../../../test/clinic-server.ts';
import { renderSignedIn } from '../../../test/render-signed-in.tsx';
import { pageTable } from '../page-table.ts';
import { PagesContext } from '../routing/page.ts';
import { CommandPalette } from './command-palette.tsx';

const hidden: SetupChecklist = {
  steps: [{ name: 'calendar', state: 'open' }],
  next: null,
  may: { restore: true },
};
let server: ClinicServer;

beforeEach(async () => {
  server = await startClinicServer();
});
afterEach(() => server.close());

it('shows the hidden setup checklist again [P-3.21]', async () => {
  server.routes.set('GET /api/setup-checklist', () => ({ json: hidden }));
  server.routes.set('DELETE /api/setup-checklist/dismissal', () => ({
    json: { ...hidden, next: 'calendar', may: { restore: false } },
  }));
  const { user } = renderSignedIn(server, <CommandPalette opened onClose={() => undefined} />);
  await user.click(await screen.findByRole('option', { name: /Show first steps/ }));
  await waitFor(() => expect(server.requestsOf('DELETE /api/setup-checklist/dismissal')).toHaveLength(1));
  await waitFor(() => expect(screen.queryByRole('option', { name: /Show first steps/ })).toBeNull());
});

it.each([
  ['doctor', 'New Appointment'],
  ['turf', 'New Booking'],
] as const)('creates bookings in the wording of a %s business', async (businessType, label) => {
  await server.close();
  server = await startClinicServer(buildSession({ businessType }));
  renderSignedIn(server, <CommandPalette opened onClose={() => undefined} />);
  expect(await screen.findByRole('option', { name: new RegExp(label) })).toBeVisible();
});

it('does not offer the setup checklist once all is done', async () => {
  server.routes.set('GET /api/setup-checklist', () => ({
    json: { ...hidden, steps: [{ name: 'calendar', state: 'done' }], may: { restore: false } },
  }));
  renderSignedIn(server, <CommandPalette opened onClose={() => undefined} />);
  await waitFor(() => expect(server.requestsOf('GET /api/setup-checklist')).toHaveLength(1));
  expect(screen.queryByRole('option', { name: /Show first steps/ })).toBeNull();
});

it('closes hours, for users who may [P-6.87]', async () => {
  const openClosing = vi.fn();
  const { user } = renderSignedIn(server, <CommandPalette opened onClose={() => undefined} />, {
    openClosing,
  });
  await user.click(await screen.findByRole('option', { name: /Doctor away…/ }));
  await waitFor(() => expect(openClosing).toHaveBeenCalledOnce());
});

it.each([
  ['close hours', ['Doctor away…']],
  ['close the day', ['Close the drawer']],
  ['papers', ['Receipts and invoices', 'Receipts and invoicesSettings']],
])('finds by %s, as it was named before, %j [P-9.193]', async (typed, found) => {
  const { user } = renderSignedIn(
    server,
    <PagesContext value={pageTable}>
      <CommandPalette opened onClose={() => undefined} />
    </PagesContext>,
  );
  await user.type(await screen.findByRole('combobox'), typed);
  await waitFor(() =>
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(found),
  );
});
