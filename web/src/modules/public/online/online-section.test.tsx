import type { OnlineBooking } from '@samay/contract/public/online-booking';
import { screen } from '@testing-library/react';
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
