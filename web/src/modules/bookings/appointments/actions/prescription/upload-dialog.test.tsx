import { sentenceFor } from '@samay/contract/core/errors';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { buildAppointment, listed } from '../../../../../../test/builders.ts';
import { type ClinicServer, answerError, startClinicServer } from '../../../../../../test/clinic-server.ts';
import { renderSignedIn } from '../../../../../../test/render-signed-in.tsx';
import { listedBooking } from '../../../booked.ts';
import { UploadDialog } from './upload-dialog.tsx';

const appointment = buildAppointment();
const put = `PUT /api/appointments/${appointment.id}/prescription`;
let server: ClinicServer;

beforeEach(async () => {
  server = await startClinicServer();
});
afterEach(() => server.close());

async function choose(name: string, size = 3) {
  const onClose = vi.fn();
  const rendered = renderSignedIn(server, <UploadDialog appointment={appointment} onClose={onClose} />);
  const file = new File(['abc'], name);
  Object.defineProperty(file, 'size', { value: size });
  const input = await waitFor(() => {
    const found = document.querySelector<HTMLInputElement>('input[type="file"]');
    if (!found) throw new Error('The chooser is not there yet');
    return found;
  });
  // Bypasses the file input's own filter, which users can switch off.
  input.accept = '';
  await rendered.user.upload(input, file);
  return { ...rendered, onClose };
}

it.each([
  ['scan.gif', 3, 'Only .jpg, .jpeg, .png, and .pdf files are allowed'],
  ['scan.pdf', 10 * 1024 * 1024 + 1, 'File size must be less than 10MB'],
])('refuses %s of %i bytes without sending it [P-13.1, T-5.1]', async (name, size, text) => {
  await choose(name, size);
  expect(await screen.findByText(text)).toBeVisible();
  expect(server.requestsOf(put)).toHaveLength(0);
});

it('sends the file in the field `file` and closes', async () => {
  server.routes.set(put, () => ({ json: appointment }));
  const { onClose } = await choose('scan.png');
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(await screen.findByText('Prescription uploaded')).toBeVisible();
  expect(server.requestsOf(put)[0]?.body).toContain('name="file"; filename="scan.png"');
});

it('says what the server found inside [P-13.5]', async () => {
  const text = sentenceFor('prescription.locked');
  server.routes.set(put, answerError(415, 'prescription.locked', text));
  await choose('scan.pdf');
  expect(await screen.findByText(text)).toBeVisible();
});

it('keeps the file after a lost connection and sends it again [P-13.5]', async () => {
  server.routes.set(put, () => 'drop');
  const { user, onClose } = await choose('scan.jpg');
  expect(await screen.findByText('Failed to upload prescription file')).toBeVisible();
  server.routes.set(put, () => ({ json: appointment }));
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
});

it('accepts a dropped file', async () => {
  server.routes.set(put, () => ({ json: appointment }));
  const onClose = vi.fn();
  renderSignedIn(server, <UploadDialog appointment={appointment} onClose={onClose} />);
  const button = await screen.findByRole('button', { name: 'Choose a file' });
  const file = new File(['abc'], 'dropped.pdf', { type: 'application/pdf' });
  const items = [{ kind: 'file', type: file.type, getAsFile: () => file }];
  fireEvent.drop(button, { dataTransfer: { files: [file], items, types: ['Files'] } });
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(server.requestsOf(put)[0]?.body).toContain('filename="dropped.pdf"');
});

it('shows its progress, accepts no other file meanwhile, and can be aborted', async () => {
  server.routes.set(put, () => new Promise(() => undefined));
  const { user, onClose, unmount } = await choose('scan.pdf');
  expect(await screen.findByRole('progressbar', { name: 'Uploading' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Choose a file' })).toBeDisabled();
  expect(screen.getByText(/^scan\.pdf · /)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(onClose).toHaveBeenCalledOnce();
  unmount();
  expect(screen.queryByText('Prescription uploaded')).toBeNull();
});

it('names the file of a row that it replaces [P-5.43]', async () => {
  const prescription = {
    fileName: 'scan.png',
    mediaType: 'image/png',
    bytes: 820_000,
    uploadedAt: '2026-11-20T04:30:00.000Z',
  } as const;
  const prescribed = { ...appointment, prescription };
  server.routes.set(`GET /api/appointments/${appointment.id}`, () => ({ json: prescribed }));
  const row = listedBooking(listed(prescribed));
  renderSignedIn(server, <UploadDialog appointment={row} onClose={() => undefined} />);
  expect(await screen.findByText('The new file replaces scan.png.')).toBeVisible();
});
