import type { WhatsAppOffer } from '@samay/contract/bookings/whatsapp-messages';
import type { BookingRequest } from '@samay/contract/public/requests';
import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answerError, type ClinicServer, startClinicServer } from '../../../../test/clinic-server.ts';
import { renderSignedIn } from '../../../../test/render-signed-in.tsx';
import { RefundsNotice } from './refunds-notice.tsx';
import { RequestsNotice } from './requests-notice.tsx';
import { RequestsScreen } from './requests-screen.tsx';

const id = '0b0e7a52-7d0e-4c5a-9d5e-1f2a3b4c5d6e';
const waiting: BookingRequest = {
  id,
  state: 'pending',
  personName: 'Meera Joshi',
  contact: '98200 11223',
  note: 'A cough',
  date: '2026-11-23',
  time: '10:00',
  duration: 60,
  service: { id, name: 'X-ray' },
  resource: { id, name: 'Dr. Rao' },
  price: 50_000,
  askedAt: '2026-11-21T05:30:00.000Z',
  lapsesAt: '2026-11-21T07:30:00.000Z',
  reason: null,
  payment: null,
  due: null,
  appointmentId: null,
};
const told = { number: '919820011223', text: 'City Care: confirmed' };
let server: ClinicServer;
beforeEach(async () => {
  server = await startClinicServer();
  server.routes.set('GET /api/booking-requests', () => ({ json: { items: [waiting] } }));
});
afterEach(() => server.close());

/** Answers what the desk may tell of the booking that the request becomes. */
function offer(sent: WhatsAppOffer['sent']): void {
  const answer = { number: told.number, language: 'en', kinds: [], whatsAppMessages: [], sent } as const;
  server.routes.set(`GET /api/appointments/${id}/whatsapp-messages`, () => ({ json: answer }));
}

it('confirms by one press, and offers to tell the person [P-12.132]', async () => {
  const open = vi.spyOn(window, 'open').mockReturnValue(null);
  const { user } = renderSignedIn(server, <RequestsScreen />);
  const card = await screen.findByRole('article', { name: /^Meera Joshi/ });
  for (const text of ['Waits', 'X-ray · Dr. Rao · ₹500', 'A cough'])
    expect(within(card).getByText(text)).toBeVisible();
  server.routes.set(
    `POST /api/booking-requests/${id}/confirm`,
    answerError(409, 'slot.taken', 'This time is taken.'),
  );
  await user.click(within(card).getByRole('button', { name: 'Confirm' }));
  expect(await within(card).findByText('This time is taken.')).toBeVisible();
  server.routes.set(`POST /api/booking-requests/${id}/confirm`, () => ({
    json: { request: { ...waiting, state: 'confirmed', appointmentId: id }, told },
  }));
  offer([]);
  await user.click(within(card).getByRole('button', { name: 'Confirm' }));
  await user.click(await screen.findByRole('button', { name: 'Tell by WhatsApp' }));
  expect(open.mock.calls[0]?.[0]).toBe('https://wa.me/919820011223?text=City%20Care%3A%20confirmed');
  open.mockRestore();
});

it('does not ask the desk to tell who Samay tells by itself that they are booked [P-12.117]', async () => {
  const { user } = renderSignedIn(server, <RequestsScreen />);
  server.routes.set(`POST /api/booking-requests/${id}/confirm`, () => ({
    json: { request: { ...waiting, state: 'confirmed', appointmentId: id }, told },
  }));
  offer([{ kind: 'booked', state: 'queued' }]);
  await user.click(await screen.findByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText('Booked. Samay tells Meera Joshi by itself.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Tell by WhatsApp' })).toBeNull();
});

it('says why the time is closed by now, and books anyway by a press of its own [P-12.239]', async () => {
  const confirming = `POST /api/booking-requests/${id}/confirm`;
  const said = { time: 'This time is closed: Leave.' };
  server.routes.set(confirming, answerError(409, 'request.closed', 'This time is closed now.', said));
  const { user } = renderSignedIn(server, <RequestsScreen />);
  await user.click(await screen.findByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText('This time is closed: Leave.')).toBeVisible();
  expect(document.activeElement).toHaveTextContent('This time is closed: Leave.');
  expect(document.activeElement).not.toBe(document.body);
  expect(screen.queryByRole('button', { name: 'Confirm' })).toBeNull();
  server.routes.set(confirming, () => ({
    json: { request: { ...waiting, state: 'confirmed', appointmentId: id }, told },
  }));
  await user.click(screen.getByRole('button', { name: 'Book anyway' }));
  expect(await screen.findByText('Booked')).toBeVisible();
  expect(JSON.parse(server.requestsOf(confirming).at(-1)?.body ?? '')).toEqual({ isKnownClosed: true });
});

it('declines with a reason, after a question [P-12.133]', async () => {
  server.routes.set(`POST /api/booking-requests/${id}/decline`, () => ({
    json: { request: { ...waiting, state: 'declined', reason: 'Already taken' }, told },
  }));
  const { user } = renderSignedIn(server, <RequestsScreen />);
  await user.click(await screen.findByRole('button', { name: 'Decline…' }));
  await user.click(await screen.findByRole('button', { name: 'Already taken' }));
  await user.click(screen.getByRole('button', { name: 'Decline' }));
  expect(await screen.findByText('Declined')).toBeVisible();
  expect(
    JSON.parse(server.requestsOf(`POST /api/booking-requests/${id}/decline`).at(-1)?.body ?? ''),
  ).toEqual({
    reason: 'Already taken',
  });
});

it('marks at home how many wait, and says so where none does [P-12.137]', async () => {
  server.routes.set('GET /api/booking-requests/count', () => ({ json: { pending: 2, failedRefunds: 0 } }));
  server.routes.set('GET /api/booking-requests', () => ({ json: { items: [] } }));
  renderSignedIn(
    server,
    <>
      <RequestsNotice path="/dashboard/requests" />
      <RequestsScreen />
    </>,
  );
  expect(await screen.findByRole('link', { name: '2 requests of your page wait' })).toHaveAttribute(
    'href',
    '/dashboard/requests',
  );
  expect(await screen.findByText('No request waits')).toBeVisible();
});

it('shows what was paid by UPI, to look up before confirming and to give back when declining [P-12.151]', async () => {
  const paid = { ...waiting, payment: { amount: 20_000, utr: '633412345678', isKnown: false } };
  server.routes.set('GET /api/booking-requests', () => ({ json: { items: [paid] } }));
  const { user } = renderSignedIn(server, <RequestsScreen />);
  expect(
    await screen.findByText('₹200 by UPI, UTR 633412345678. Look it up at your bank before you confirm'),
  ).toBeVisible();
  expect(screen.getByRole('button', { name: 'Confirm, ₹200 received' })).toBeEnabled();
  await user.click(screen.getByRole('button', { name: 'Decline…' }));
  expect(
    await screen.findByText('Give ₹200 back yourself, by UPI. Meera Joshi is told that you do.'),
  ).toBeVisible();
});

it('says which number was noted before and what is not paid, and confirms the number that it shows [P-12.173, P-12.177]', async () => {
  const known = { ...waiting, payment: { amount: 20_000, utr: '633412345678', isKnown: true } };
  const unpaid = {
    ...waiting,
    id: '1b0e7a52-7d0e-4c5a-9d5e-1f2a3b4c5d6e',
    personName: 'Ravi Rao',
    due: 20_000,
  };
  server.routes.set('GET /api/booking-requests', () => ({ json: { items: [known, unpaid] } }));
  const confirming = `POST /api/booking-requests/${id}/confirm`;
  server.routes.set(confirming, answerError(409, 'request.changed', 'The UTR has changed.'));
  const { user } = renderSignedIn(server, <RequestsScreen />);
  expect(await screen.findByText(/This UTR was noted before/)).toBeVisible();
  expect(screen.getByText('Not paid yet: ₹200, due before the time')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Confirm, ₹200 received' }));
  expect(await screen.findByText('The UTR has changed.')).toBeVisible();
  expect(JSON.parse(server.requestsOf(confirming)[0]?.body ?? '')).toEqual({ utr: '633412345678' });
});

it('tells owners at home how many refunds have failed [P-12.156]', async () => {
  server.routes.set('GET /api/booking-requests/count', () => ({ json: { pending: 0, failedRefunds: 1 } }));
  renderSignedIn(server, <RefundsNotice path="/dashboard/settings/online" />);
  expect(await screen.findByRole('link', { name: 'A refund of your page has failed' })).toHaveAttribute(
    'href',
    '/dashboard/settings/online',
  );
});
