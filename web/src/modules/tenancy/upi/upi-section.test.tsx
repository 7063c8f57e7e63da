import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildSession } from '../../../../test/builders.ts';
import { type ClinicServer, startClinicServer } from '../../../../test/clinic-server.ts';
import { renderSignedIn } from '../../../../test/render-signed-in.tsx';
import { UpiSection } from './upi-section.tsx';

const path = '/api/upi';
let server: ClinicServer;
beforeEach(async () => {
  server = await startClinicServer();
  server.routes.set(`GET ${path}`, () => ({ json: { upiId: null } }));
  server.routes.set(`PUT ${path}`, ({ body }) => ({ json: JSON.parse(body) as object }));
});
afterEach(() => server.close());

it('saves a valid id, and removes it when the field is emptied [P-9.23]', async () => {
  const { user } = renderSignedIn(server, <UpiSection />);
  await user.type(await screen.findByLabelText('UPI id'), 'care@city.example');
  await user.click(screen.getByRole('button', { name: 'Save UPI id' }));
  expect(await screen.findByText('Please enter a UPI id such as clinic@okicici')).toBeVisible();
  await waitFor(() => expect(screen.getByLabelText('UPI id')).toHaveFocus());
  expect(server.requestsOf(`PUT ${path}`)).toHaveLength(0);
  await user.clear(screen.getByLabelText('UPI id'));
  await user.type(screen.getByLabelText('UPI id'), ' city.care@okicici ');
  await user.click(screen.getByRole('button', { name: 'Save UPI id' }));
  expect(await screen.findByText('UPI id saved')).toBeVisible();
  expect(JSON.parse(server.requestsOf(`PUT ${path}`)[0]?.body ?? '')).toEqual({ upiId: 'city.care@okicici' });
  await user.clear(screen.getByLabelText('UPI id'));
  await user.click(screen.getByRole('button', { name: 'Save UPI id' }));
  expect(await screen.findByText('UPI id removed')).toBeVisible();
});

it('is hidden from who may not change it', async () => {
  await server.close();
  server = await startClinicServer(buildSession({ role: 'EMPLOYEE' }));
  renderSignedIn(server, <UpiSection />);
  await expect.poll(() => server.requestsOf('GET /api/session')).toHaveLength(1);
  expect(server.requestsOf(`GET ${path}`)).toEqual([]);
});
