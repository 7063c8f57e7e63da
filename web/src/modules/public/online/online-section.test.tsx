import type { OnlineBooking } from '@samay/contract/public/online-booking';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { answerError, type ClinicServer, startClinicServer } from '../../../../test/clinic-server.ts';
import { renderSignedIn } from '../../../../test/render-signed-in.tsx';
import { OnlineSection } from './online-section.tsx';

const online: OnlineBooking = {
  isOn: false,
  slug: null,
  isPublished: false,
  showsPrices: true,
  horizon: 30,
  openPerNumber: 3,
  hiddenServices: [],
  hiddenResources: [],
  intro: null,
  mode: 'request',
  payments: [],
  refundRule: 'all',
  refundPercent: 50,
  codes: 'whatsapp',
  address: null,
  proposed: 'city-care-clinic',
};
const taken = 'Another business has this address.';
let server: ClinicServer;
beforeEach(async () => {
  server = await startClinicServer();
  server.routes.set('GET /api/online-booking', () => ({ json: online }));
});
afterEach(() => server.close());

it('turns the page on under the proposed address, and keeps what was typed when it is refused [P-12.138]', async () => {
  server.routes.set('PUT /api/online-booking', answerError(409, 'slug.taken', taken, { slug: taken }));
  const { user } = renderSignedIn(server, <OnlineSection />);
  expect(await screen.findByText('The page is off: nobody sees it.')).toBeVisible();
  const slug = screen.getByRole('textbox', { name: 'Address' });
  expect(slug).toHaveValue('city-care-clinic');
  await user.click(screen.getByRole('switch', { name: 'The page is on' }));
  const days = screen.getByRole('textbox', { name: 'Days ahead' });
  await user.clear(days);
  await user.type(days, '401');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Please enter 1 to 400 days')).toBeVisible();
  await user.clear(days);
  await user.type(days, '45');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(taken)).toBeVisible();
  expect(days).toHaveValue('45');
  const address = 'https://book.example.com/b/city-care';
  server.routes.set('PUT /api/online-booking', () => ({
    json: { ...online, isOn: true, slug: 'city-care', horizon: 45, address },
  }));
  await user.clear(slug);
  await user.type(slug, 'city-care');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('link', { name: address })).toHaveAttribute('href', address);
  expect(JSON.parse(server.requestsOf('PUT /api/online-booking').at(-1)?.body ?? '')).toMatchObject({
    isOn: true,
    slug: 'city-care',
    horizon: 45,
  });
});

it('saves what each service takes and the rule for cancelling, and says what is wrong at its field [P-12.146]', async () => {
  const service = { id: '0b0e7a52-7d0e-4c5a-9d5e-1f2a3b4c5d6e', name: 'Football', archivedAt: null };
  server.routes.set('GET /api/services', () => ({ json: { items: [service] } }));
  server.routes.set('PUT /api/online-booking', ({ body }) => ({
    json: { ...online, ...(JSON.parse(body) as object) },
  }));
  const { user } = renderSignedIn(server, <OnlineSection />);
  await user.selectOptions(
    await screen.findByRole('combobox', { name: 'Paid for Football before it is booked' }),
    'A deposit',
  );
  const deposit = screen.getByRole('textbox', { name: 'Deposit for Football' });
  await user.type(deposit, '50p');
  await user.click(screen.getByRole('radio', { name: 'A part of it goes back' }));
  const percent = screen.getByRole('textbox', { name: 'Per cent that goes back' });
  await user.clear(percent);
  await user.type(percent, '100');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Please enter 1 to 99')).toBeVisible();
  expect(deposit).toHaveAccessibleDescription(/Please enter an amount from/);
  expect(deposit).toHaveValue('50p');
  await user.clear(deposit);
  await user.type(deposit, '200');
  await user.clear(percent);
  await user.type(percent, '25');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Saved. The page is off')).toBeVisible();
  expect(JSON.parse(server.requestsOf('PUT /api/online-booking').at(-1)?.body ?? '')).toMatchObject({
    payments: [{ serviceId: service.id, takes: 'deposit', deposit: 20_000 }],
    refundRule: 'part',
    refundPercent: 25,
  });
  // A per cent that is not shown keeps nothing from being saved.
  await user.clear(screen.getByRole('textbox', { name: 'Per cent that goes back' }));
  await user.click(screen.getByRole('radio', { name: 'All of the money goes back' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(server.requestsOf('PUT /api/online-booking')).toHaveLength(2));
  expect(JSON.parse(server.requestsOf('PUT /api/online-booking').at(-1)?.body ?? '')).not.toHaveProperty(
    'refundPercent',
  );
});
