import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildAppointment } from '../../../test/builders.ts';
import { type ClinicServer, refuse, startClinicServer } from '../../../test/clinic-server.ts';
import { renderSignedIn } from '../../../test/render-signed-in.tsx';
import { PrescriptionDialog } from './prescription-dialog.tsx';

const prescription = { fileName: 'scan.png', mediaType: 'image/png', bytes: 820_000, uploadedAt: '2026-11-20T04:30:00.000Z' } as const;
const appointment = buildAppointment({ prescription });
const link = `POST /api/appointments/${appointment.id}/prescription/link`;
let server: ClinicServer;

beforeEach(async () => {
  server = await startClinicServer();
  let minted = 0;
  server.routes.set(link, () => {
    minted += 1;
    return { json: { url: `/api/files/${minted}`, downloadUrl: `/api/files/${minted}?download=1`, expiresAt: '2026-11-21T04:30:00.000Z' } };
  });
});
afterEach(() => server.close());

const open = () => renderSignedIn(server, <PrescriptionDialog appointment={appointment} onClose={() => undefined} />);

it('shows the picture by a link minted at each opening', async () => {
  const { unmount } = open();
  expect(await screen.findByRole('img', { name: 'scan.png' })).toHaveAttribute('src', '/api/files/1');
  expect(screen.getByText('scan.png · 820 kB')).toBeVisible();
  unmount();
  open();
  expect(await screen.findByRole('img', { name: 'scan.png' })).toHaveAttribute('src', '/api/files/2');
});

it('downloads by a link of its own', async () => {
  const { user } = open();
  await screen.findByRole('img', { name: 'scan.png' });
  await user.click(screen.getByRole('button', { name: 'Download' }));
  await waitFor(() => expect(server.askedOf(link)).toHaveLength(2));
});

it('says when it cannot be opened, and tries again', async () => {
  const working = server.routes.get(link);
  server.routes.set(link, refuse(500, 'server.fault', 'Something went wrong on our side. Please try again.'));
  const { user } = open();
  expect(await screen.findByText('Failed to open prescription')).toBeVisible();
  if (working) server.routes.set(link, working);
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('img', { name: 'scan.png' })).toBeVisible();
});
