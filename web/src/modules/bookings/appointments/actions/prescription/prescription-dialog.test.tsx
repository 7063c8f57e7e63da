import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildAppointment, listed } from '../../../../../../test/builders.ts';
import { type ClinicServer, answerError, startClinicServer } from '../../../../../../test/clinic-server.ts';
import { renderSignedIn } from '../../../../../../test/render-signed-in.tsx';
import { type Booked, listedBooking } from '../../../booked.ts';
import { PrescriptionDialog } from './prescription-dialog.tsx';

const prescription = {
  fileName: 'scan.png',
  mediaType: 'image/png',
  bytes: 820_000,
  uploadedAt: '2026-11-20T04:30:00.000Z',
} as const;
const appointment = buildAppointment({ prescription });
const link = `POST /api/appointments/${appointment.id}/prescription/link`;
let server: ClinicServer;

beforeEach(async () => {
  server = await startClinicServer();
  let minted = 0;
  server.routes.set(link, () => {
    minted += 1;
    return {
      json: {
        url: `/api/files/${minted}`,
        downloadUrl: `/api/files/${minted}?download=1`,
        expiresAt: '2026-11-21T04:30:00.000Z',
      },
    };
  });
});
afterEach(() => server.close());

const open = (shown: Booked = appointment) =>
  renderSignedIn(server, <PrescriptionDialog appointment={shown} onClose={() => undefined} />);

it('shows the picture by a link that is created at each opening [T-5.2, T-5.3]', async () => {
  const { unmount } = open();
  expect(await screen.findByRole('img', { name: 'scan.png' })).toHaveAttribute('src', '/api/files/1');
  expect(screen.getByText('scan.png · 801 kB')).toBeVisible();
  unmount();
  open();
  expect(await screen.findByRole('img', { name: 'scan.png' })).toHaveAttribute('src', '/api/files/2');
});

it('downloads with a separate link', async () => {
  const { user } = open();
  await screen.findByRole('img', { name: 'scan.png' });
  await user.click(screen.getByRole('button', { name: 'Download' }));
  await waitFor(() => expect(server.requestsOf(link)).toHaveLength(2));
});

it('says when it cannot be opened, and tries again', async () => {
  const working = server.routes.get(link);
  server.routes.set(
    link,
    answerError(500, 'server.fault', 'Something went wrong on our side. Please try again.'),
  );
  const { user } = open();
  expect(await screen.findByText('Failed to open prescription')).toBeVisible();
  if (working) server.routes.set(link, working);
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('img', { name: 'scan.png' })).toBeVisible();
});

describe('a PDF', () => {
  const pdf = buildAppointment({
    prescription: { ...prescription, fileName: 'scan.pdf', mediaType: 'application/pdf', bytes: 1_200_000 },
  });
  const linkOfPdf = `POST /api/appointments/${pdf.id}/prescription/link`;

  beforeEach(() => server.routes.set(linkOfPdf, server.routes.get(link)!));
  afterEach(() => vi.unstubAllGlobals());

  it('is shown in the dialog if the browser can display it', async () => {
    vi.stubGlobal('navigator', Object.create(navigator, { pdfViewerEnabled: { value: true } }));
    open(pdf);
    expect(await screen.findByTitle('scan.pdf')).toBeInTheDocument();
    await waitFor(() => expect(document.querySelector('iframe')).toHaveAttribute('src', '/api/files/1'));
    expect(screen.queryByRole('img')).toBeNull();
  });

  it('is offered for download if the browser cannot', async () => {
    vi.stubGlobal('navigator', Object.create(navigator, { pdfViewerEnabled: { value: false } }));
    open(pdf);
    expect(await screen.findByText(/Please download the file to read it/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Download' })).toBeEnabled();
    expect(document.querySelector('iframe')).toBeNull();
  });
});

it('offers a retry when the picture fails to load', async () => {
  const { user } = open();
  fireEvent.error(await screen.findByRole('img', { name: 'scan.png' }));
  expect(await screen.findByText('Failed to open prescription')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('img', { name: 'scan.png' })).toHaveAttribute('src', '/api/files/2');
});

it('shows that the download failed, and keeps the picture', async () => {
  const { user } = open();
  await screen.findByRole('img', { name: 'scan.png' });
  server.routes.set(link, () => 'drop');
  await user.click(screen.getByRole('button', { name: 'Download' }));
  expect(await screen.findByText('Failed to download prescription')).toBeVisible();
  expect(screen.getByRole('img', { name: 'scan.png' })).toBeVisible();
});

it('reads the file of which a row only says that it is there, and says where it cannot [P-5.43]', async () => {
  const one = `GET /api/appointments/${appointment.id}`;
  server.routes.set(one, answerError(403, 'access.denied', 'You may not see this.'));
  const { user } = open(listedBooking(listed(appointment)));
  expect(await screen.findByText('You may not see this.')).toBeVisible();
  server.routes.set(one, () => ({ json: appointment }));
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('img', { name: 'scan.png' })).toBeVisible();
  expect(screen.getByText('scan.png · 801 kB')).toBeVisible();
});
