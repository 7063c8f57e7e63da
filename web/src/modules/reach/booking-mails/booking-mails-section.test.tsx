import type { BookingMails } from '@samay/contract/reach/booking-mails';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildSession } from '../../../../test/builders.ts';
import { type ClinicServer, answerError, startClinicServer } from '../../../../test/clinic-server.ts';
import { renderSignedIn } from '../../../../test/render-signed-in.tsx';
import { BookingMailsSection } from './booking-mails-section.tsx';

const path = '/api/booking-mails';

let server: ClinicServer;
beforeEach(async () => {
  server = await startClinicServer();
});
afterEach(async () => {
  localStorage.clear();
  await server.close();
});

it('is off until it is switched on, and goes back when the server says no [P-12.20]', async () => {
  mails({});
  server.routes.set(`PUT ${path}`, answerError(503, 'server.unavailable', 'Away'));
  const { user } = renderSignedIn(server, <BookingMailsSection />);
  const button = await screen.findByRole('switch', { name: 'Email patients about their appointments' });
  expect(button).not.toBeChecked();
  await user.click(button);
  expect(await screen.findByText('This could not be changed. Please try again.')).toBeVisible();
  expect(button).not.toBeChecked();
  server.routes.set(`PUT ${path}`, ({ body }) => ({
    json: { isAvailable: true, may: { change: true }, ...JSON.parse(body) },
  }));
  await user.click(button);
  expect(await screen.findByText('Your patients now get emails')).toBeVisible();
  expect(button).toBeChecked();
  expect(screen.queryByText('This could not be changed. Please try again.')).toBeNull();
});

it('shows that the server cannot send emails, and can still be turned off', async () => {
  mails({ isAvailable: false });
  const { unmount } = renderSignedIn(server, <BookingMailsSection />);
  expect(await screen.findByText(/^This server is not set up to send email yet/)).toBeVisible();
  expect(screen.getByRole('switch')).toBeDisabled();
  unmount();
  mails({ isAvailable: false, isOn: true });
  renderSignedIn(server, <BookingMailsSection />);
  expect(await screen.findByRole('switch')).toBeEnabled();
});

it('says customers for a turf', async () => {
  await server.close();
  server = await startClinicServer(buildSession({ businessType: 'turf' }));
  mails({});
  renderSignedIn(server, <BookingMailsSection />);
  expect(await screen.findByRole('switch', { name: 'Email customers about their bookings' })).toBeVisible();
  expect(document.body.textContent).not.toMatch(/patient|doctor|appointment/i);
});

it('is hidden from users who may not change it', async () => {
  await server.close();
  server = await startClinicServer(buildSession({ role: 'DOCTOR' }));
  renderSignedIn(server, <BookingMailsSection />);
  await waitFor(() => expect(server.requestsOf('GET /api/session')).toHaveLength(1));
  expect(server.requestsOf(`GET ${path}`)).toEqual([]);
});

function mails(about: Partial<BookingMails>): void {
  const json: BookingMails = { isOn: false, isAvailable: true, may: { change: true }, ...about };
  server.routes.set(`GET ${path}`, () => ({ json }));
}
