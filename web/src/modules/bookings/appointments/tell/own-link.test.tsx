import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildAppointment } from '../../../../../test/builders.ts';
import { answerError, type ClinicServer, startClinicServer } from '../../../../../test/clinic-server.ts';
import { renderSignedIn } from '../../../../../test/render-signed-in.tsx';
import { OwnLink } from './own-link.tsx';

const appointment = buildAppointment();
const path = `/api/appointments/${appointment.id}/link`;
const [first, next] = ['https://samay.example/m/first', 'https://samay.example/m/next'];
let server: ClinicServer;

beforeEach(async () => {
  server = await startClinicServer();
  server.routes.set(`GET ${path}`, () => ({ json: { link: first } }));
  server.routes.set(`DELETE ${path}`, () => ({ json: { link: next } }));
});
afterEach(() => server.close());

const show = () => renderSignedIn(server, <OwnLink appointment={appointment} />);
const open = async ({ user }: ReturnType<typeof show>) =>
  user.click(await screen.findByRole('button', { name: 'Link for the patient' }));

it('copies the link, and ends it after a question, where the new one is then [P-12.80]', async () => {
  const shown = show();
  const { user } = shown;
  await screen.findByRole('button', { name: 'Link for the patient' });
  expect(server.requestsOf(`GET ${path}`)).toHaveLength(0);
  await open(shown);
  expect(await screen.findByText(first)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Copy link' }));
  expect(await navigator.clipboard.readText()).toBe(first);

  await user.click(screen.getByRole('button', { name: 'End this link' }));
  expect(await screen.findByText(/it opens the appointment no more/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Keep it' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.requestsOf(`DELETE ${path}`)).toHaveLength(0);

  await user.click(screen.getByRole('button', { name: 'End this link' }));
  const dialog = await screen.findByRole('dialog', { name: 'End this link?' });
  await user.click(within(dialog).getByRole('button', { name: 'End this link' }));
  expect(await screen.findByText(next)).toBeVisible();
  expect(screen.queryByText(first)).toBeNull();
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  expect(server.requestsOf(`DELETE ${path}`)).toHaveLength(1);
});

it('says that a link could not be loaded or ended, and tries again [P-12.80]', async () => {
  server.routes.set(`GET ${path}`, () => 'drop');
  const shown = show();
  const { user } = shown;
  await open(shown);
  expect(await screen.findByText('Failed to load the link')).toBeVisible();
  server.routes.set(`GET ${path}`, () => ({ json: { link: first } }));
  await user.click(screen.getByRole('button', { name: /^(?:Retry|Try again)/ }));
  expect(await screen.findByText(first)).toBeVisible();
  server.routes.set(`DELETE ${path}`, answerError(503, 'server.busy', 'Please try again.'));
  await user.click(screen.getByRole('button', { name: 'End this link' }));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: 'End this link' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(/Please try again/);
  expect(screen.getByText(first)).toBeInTheDocument();
});

it('says where a booking can have no link [P-12.80]', async () => {
  server.routes.set(`GET ${path}`, () => ({ json: { link: null } }));
  await open(show());
  expect(await screen.findByText('This appointment has no link.')).toBeVisible();
});
