import { indiaDate, now } from '@samay/contract/core/time';
import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type ClinicServer, startClinicServer } from '../../../../test/clinic-server.ts';
import { buildAdmin } from '../../../../test/platform-session.ts';
import { renderFiltered } from '../../../../test/render-filtered.tsx';
import { TenantAppointmentsScreen } from './tenant-appointments-screen.tsx';

let server: ClinicServer;
beforeEach(async () => {
  server = await startClinicServer(buildAdmin());
});
afterEach(() => server.close());

it('asks for a tenant first, and shows its bookings with nothing to press [P-5.37, P-14.7]', async () => {
  server.routes.set('GET /api/platform/tenants', () => ({
    json: { items: [{ ...tenantChoice, id: id('7') }], next: null },
  }));
  server.routes.set(`GET /api/platform/tenants/${id('7')}`, () => ({ json: { tenant: tenantChoice } }));
  const booking = {
    id: id('8'),
    reference: 'booking_1',
    personName: 'Meenakshi Iyer',
    doctor: 'Dr. Rao',
    date: '2026-11-21',
    time: '14:30',
    status: 'scheduled',
    amount: 1_00_000_00,
  };
  const later = { ...booking, id: id('9'), personName: 'Ravi Rao' };
  const listed = `GET /api/platform/tenants/${id('7')}/appointments`;
  server.routes.set(listed, ({ query }) => ({
    json: query.get('cursor')
      ? { items: [later], next: null, previous: null }
      : { items: [booking], next: null, previous: 'before' },
  }));
  const { user } = renderFiltered(server, TenantAppointmentsScreen);
  expect(await screen.findByText('Choose a business first')).toBeVisible();
  await user.click(screen.getByRole('combobox', { name: 'Business' }));
  await user.click(await screen.findByRole('option', { name: 'Green Turf Arena' }));
  const table = within(await screen.findByRole('table', { name: 'Appointments' }));
  expect(table.getByText('Meenakshi Iyer')).toBeVisible();
  expect(table.getByText('₹1,00,000')).toBeVisible();
  expect(table.queryByRole('button')).toBeNull();
  expect(server.requestsOf(listed)[0]?.query.get('from')).toBe(indiaDate(now()));
  await user.click(screen.getByRole('button', { name: 'Show later days' }));
  expect(await table.findByText('Ravi Rao')).toBeVisible();
  expect(table.getAllByRole('row').map(({ textContent }) => textContent?.slice(0, 8))).toEqual([
    'NameDate',
    'Ravi Rao',
    'Meenaksh',
  ]);
});

const at = '2026-11-21T04:30:00.000Z';
const tenantChoice = {
  id: '',
  name: 'Green Turf Arena',
  email: 'g@x.example',
  ownerName: null,
  ownerEmail: null,
  businessType: 'turf',
  planId: 'basic',
  status: 'active',
  usersCount: 1,
  createdAt: at,
  deletedAt: null,
};

function id(place: string): string {
  return `00000000-0000-4000-8000-00000000000${place}`;
}
