import type { Archive } from '@samay/contract/archives/archives';
import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { buildSession } from '../../../../test/builders.ts';
import { answerError, type ClinicServer, startClinicServer } from '../../../../test/clinic-server.ts';
import { renderSignedIn } from '../../../../test/render-signed-in.tsx';
import { ExportSection } from './export-section.tsx';

const id = '00000000-0000-4000-8000-0000000000a7';
const ready: Archive = {
  id,
  state: 'ready',
  askedAt: '2026-11-21T04:30:00.000Z',
  askedBy: 'Asha Kulkarni',
  isOwn: true,
  percent: 100,
  bytes: 12_480_000,
  expiresAt: '2026-11-22T04:31:00.000Z',
  downloadedAt: null,
};
let server: ClinicServer;
beforeEach(async () => {
  server = await startClinicServer();
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await server.close();
});

function show(archive: Archive | null) {
  server.routes.set('GET /api/archive', () => ({ json: { archive } }));
  return renderSignedIn(server, <ExportSection />);
}

it('asks for the password where it is needed, and then shows how far the export is [P-15.32]', async () => {
  const { user } = show(null);
  await user.click(await screen.findByRole('button', { name: 'Export everything…' }));
  const form = within(await screen.findByRole('form', { name: 'Export everything' }));
  const ask = 'POST /api/archive';
  server.routes.set(ask, answerError(403, 'account.password_needed', 'Please enter your password.'));
  await user.click(form.getByRole('button', { name: 'Export' }));
  expect(await form.findByText('Please enter your password.')).toBeVisible();
  await user.click(form.getByRole('button', { name: 'Export' }));
  expect(form.getByText('Please enter your password')).toBeVisible();
  await user.type(form.getByLabelText(/Your password/), 'demo1234');
  const waiting = { ...ready, state: 'waiting' as const, percent: 42, bytes: null, expiresAt: null };
  server.routes.set(ask, () => ({ status: 201, json: { archive: waiting } }));
  await user.click(form.getByRole('button', { name: 'Export' }));
  expect(await screen.findByText(/being made: 42 %/)).toBeVisible();
  expect(screen.getByRole('progressbar', { name: 'Export' })).toHaveAttribute('aria-valuenow', '42');
  expect(screen.queryByRole('button', { name: /Export/ })).toBeNull();
  expect(JSON.parse(server.requestsOf(ask).at(-1)?.body ?? '')).toEqual({ password: 'demo1234' });
});

it('keeps the form where the export is refused, and says why [P-15.37]', async () => {
  const { user } = show({ ...ready, state: 'failed' });
  expect(await screen.findByText(/could not be made. Please export again/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Export again…' }));
  const form = within(await screen.findByRole('form', { name: 'Export everything' }));
  const sentence =
    'Three exports were made within a day. Please download the last one, or try again tomorrow.';
  server.routes.set('POST /api/archive', answerError(429, 'archive.too_many', sentence));
  await user.click(form.getByRole('button', { name: 'Export' }));
  expect(await form.findByText(sentence)).toBeVisible();
});

it('downloads by a link, and offers it to the owner who asked alone [P-15.34]', async () => {
  const assign = vi.fn<(url: string) => void>();
  const { user, unmount } = show(ready);
  expect(
    await screen.findByText(/is ready: 12.5 MB. It can be downloaded once, until 22 Nov 2026/),
  ).toBeVisible();
  server.routes.set(
    `POST /api/archive/${id}/link`,
    answerError(409, 'archive.gone', 'This export is gone. Please ask for a new one.'),
  );
  await user.click(screen.getByRole('button', { name: 'Download' }));
  expect(await screen.findByText('This export is gone. Please ask for a new one.')).toBeVisible();
  vi.stubGlobal('location', { assign, href: location.href });
  server.routes.set(`POST /api/archive/${id}/link`, () => ({
    json: { url: '/api/archive/x/content?signature=y' },
  }));
  await user.click(screen.getByRole('button', { name: 'Download' }));
  await expect.poll(() => assign.mock.calls).toEqual([['/api/archive/x/content?signature=y']]);
  unmount();
  vi.unstubAllGlobals();
  show({ ...ready, isOwn: false });
  expect(await screen.findByText(/Asha Kulkarni asked for it and alone can download it/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Download' })).toBeNull();
});

it('says when it was downloaded or was over, and is for owners alone [P-15.35]', async () => {
  const { unmount } = show({ ...ready, state: 'gone', downloadedAt: '2026-11-21T05:00:00.000Z' });
  expect(await screen.findByText(/was downloaded on 21 Nov 2026/)).toBeVisible();
  unmount();
  const over = show({ ...ready, state: 'gone' });
  expect(await screen.findByText(/was not downloaded whole within 24 hours/)).toBeVisible();
  over.unmount();
  await server.close();
  server = await startClinicServer(buildSession({ role: 'EMPLOYEE' }));
  const { container } = show(null);
  await expect.poll(() => container.querySelector('button')).toBeNull();
});
