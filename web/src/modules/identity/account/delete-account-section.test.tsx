import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildSession } from '../../../../test/builders.ts';
import { type ClinicServer, answerError, startClinicServer } from '../../../../test/clinic-server.ts';
import { renderSignedIn } from '../../../../test/render-signed-in.tsx';
import { DeleteAccountSection } from './delete-account-section.tsx';

const question = 'GET /api/me/deletion';
const endpoint = 'DELETE /api/me';
let server: ClinicServer;
beforeEach(async () => {
  server = await startClinicServer();
});
afterEach(() => server.close());

it('requires the password, shows what is deleted, and keeps an error [P-15.8, P-9.67]', async () => {
  server.routes.set(question, () => ({ json: { proof: 'password', refused: null, withBusiness: true } }));
  server.routes.set(
    endpoint,
    answerError(403, 'account.not_confirmed', 'Your account was not deleted: please check what you typed.'),
  );
  const { user } = renderSignedIn(server, <DeleteAccountSection />);
  const papers = await screen.findByRole('link', { name: 'Receipts and invoices' });
  expect(papers).toHaveAttribute('href', '/dashboard/papers');
  expect(papers.parentElement).toHaveTextContent(/Export your invoices first/);
  await user.click(await screen.findByRole('button', { name: 'Delete my account' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete your account?' }));
  expect(
    dialog.getByText(/You are the only member of City Care Clinic, so the business is deleted too/),
  ).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Delete my account' })).toBeDisabled();
  await user.type(dialog.getByLabelText('Your password'), 'demo1234');
  await user.click(dialog.getByRole('button', { name: 'Delete my account' }));
  expect(await dialog.findByText('Your account was not deleted: please check what you typed.')).toBeVisible();
  expect(server.requestsOf(endpoint).map(({ body }) => body)).toEqual(['{"password":"demo1234"}']);
});

it('requires the phrase without a password, and signs out afterwards [P-15.8]', async () => {
  server.routes.set(question, () => ({ json: { proof: 'phrase', refused: null, withBusiness: false } }));
  server.routes.set(endpoint, () => {
    server.routes.set(
      'GET /api/session',
      answerError(401, 'session.ended', 'Your session has ended. Please sign in again.'),
    );
    server.routes.set(
      'POST /api/session/refresh',
      answerError(401, 'session.ended', 'Your session has ended. Please sign in again.'),
    );
    return { json: null };
  });
  const { user } = renderSignedIn(server, <DeleteAccountSection />);
  await user.click(await screen.findByRole('button', { name: 'Delete my account' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText('Type delete my account'), 'Delete my account');
  await user.click(dialog.getByRole('button', { name: 'Delete my account' }));
  await expect.poll(() => screen.queryByRole('heading', { name: 'Delete account' })).toBeNull();
  expect(localStorage.getItem('authToken')).toBeNull();
});

it.each([
  ['doctor', 'Remove the other staff first.'],
  ['turf', 'Make somebody else an owner, or remove the other staff first.'],
] as const)(
  'says why the only owner of others in a business of type %s may not go, and what to do',
  async (businessType, way) => {
    await server.close();
    server = await startClinicServer(buildSession({ businessType }));
    server.routes.set(question, () => ({
      json: { proof: 'password', refused: 'owner', withBusiness: false },
    }));
    renderSignedIn(server, <DeleteAccountSection />);
    expect(
      await screen.findByText(`You are the only owner of a business that has other staff. ${way}`),
    ).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Delete my account' })).toBeNull();
  },
);
