import type { BusinessDetails } from '@samay/contract/tenancy/business-details';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildSession } from '../../../../test/builders.ts';
import { answerError, type ClinicServer, startClinicServer } from '../../../../test/clinic-server.ts';
import { renderSignedIn } from '../../../../test/render-signed-in.tsx';
import { BusinessDetailsSection } from './business-details-section.tsx';

const read = 'GET /api/business-details';
const write = 'PUT /api/business-details';
const nothing: BusinessDetails = { address: null, telephone: null, registrationNumber: null, mapLink: null };
let server: ClinicServer;

beforeEach(async () => {
  server = await startClinicServer();
  server.routes.set(read, () => ({ json: nothing }));
});
afterEach(() => server.close());

it('changes address, telephone, registration number and map link [P-9.66]', async () => {
  server.routes.set(write, answerError(503, 'server.unavailable', 'Away'));
  const { user } = renderSignedIn(server, <BusinessDetailsSection />);
  const save = await screen.findByRole('button', { name: 'Save address' });
  expect(save).toBeDisabled();
  await user.type(screen.getByRole('textbox', { name: 'Address' }), '12, MG Road{Enter}Pune');
  await user.type(screen.getByRole('textbox', { name: 'Telephone' }), ' 020 2553 0000 ');
  const map = screen.getByRole('textbox', { name: 'Link to the map' });
  await user.type(map, 'http://maps.example/12');
  await user.click(save);
  expect(map).toHaveAccessibleDescription('Please paste a link that begins with https://');
  await user.clear(map);
  await user.type(map, 'https://maps.example/12');
  await user.click(save);
  expect(await screen.findByText('Failed to save the address')).toBeVisible();
  server.routes.set(write, ({ body }) => ({ json: JSON.parse(body) as BusinessDetails }));
  await user.click(save);
  expect(await screen.findByText('Address and telephone saved')).toBeVisible();
  expect(JSON.parse(server.requestsOf(write)[1]?.body ?? '')).toEqual({
    address: '12, MG Road\nPune',
    telephone: '020 2553 0000',
    registrationNumber: null,
    mapLink: 'https://maps.example/12',
  });
  expect(screen.getByRole('link', { name: 'Open the map' })).toHaveAttribute(
    'href',
    'https://maps.example/12',
  );
});

it('is for owners alone', async () => {
  await server.close();
  server = await startClinicServer(buildSession({ role: 'DOCTOR' }));
  renderSignedIn(
    server,
    <div data-testid="page">
      <BusinessDetailsSection />
    </div>,
  );
  expect(await screen.findByTestId('page')).toBeEmptyDOMElement();
  expect(server.requestsOf(read)).toHaveLength(0);
});
