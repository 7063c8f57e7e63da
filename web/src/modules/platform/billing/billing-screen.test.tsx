import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type ClinicServer, startClinicServer } from '../../../../test/clinic-server.ts';
import { buildAdmin } from '../../../../test/platform-session.ts';
import { renderFiltered } from '../../../../test/render-filtered.tsx';
import { BillingScreen } from './billing-screen.tsx';

let server: ClinicServer;
beforeEach(async () => {
  server = await startClinicServer(buildAdmin());
});
afterEach(() => server.close());

beforeEach(() => {
  const plan = { id: 'basic', name: 'Basic', appointmentLimit: 25, monthlyPrice: 0, tenants: 3 };
  server.routes.set('GET /api/platform/plans', () => ({ json: { plans: [plan] } }));
  server.routes.set('GET /api/platform/subscriptions', () => ({ json: { items: [], next: null } }));
  server.routes.set('GET /api/platform/payments', () => ({
    json: {
      items: [
        {
          id: id('1'),
          tenant: null,
          businessName: 'Arogya',
          email: 'a@arogya.example',
          planId: 'premium',
          amount: 99_900,
          state: 'paid',
          reason: 'member_elsewhere',
          paymentId: 'pay_1',
          createdAt: at,
          paidAt: at,
        },
        {
          id: id('5'),
          tenant: null,
          businessName: 'Nirog',
          email: 'n@nirog.example',
          planId: 'premium',
          amount: 99_900,
          state: 'open',
          reason: null,
          paymentId: null,
          createdAt: at,
          paidAt: null,
        },
      ],
      next: null,
    },
  }));
  server.routes.set('GET /api/platform/unplaced-payments', () => ({
    json: {
      items: [
        {
          ...unplaced,
          id: id('2'),
          tenant: { id: id('9'), name: 'Arogya' },
          reason: 'second_payment',
          paymentId: 'pay_2',
        },
        { ...unplaced, id: id('3'), amount: 100, reason: 'other_amount', paymentId: 'pay_3' },
        {
          ...unplaced,
          id: id('4'),
          email: null,
          ordered: null,
          orderId: null,
          reason: 'unknown_order',
          paymentId: 'pay_4',
        },
      ],
      next: null,
    },
  }));
  server.routes.set('PUT /api/platform/plans/basic', () => ({ json: plan }));
});

it('says the effect of an edit before saving, and sends paise [P-14.10]', async () => {
  const { user } = renderFiltered(server, BillingScreen);
  await user.click(await screen.findByRole('button', { name: 'Edit Basic' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Basic' }));
  expect(
    dialog.getByText('3 businesses are on Basic. The limit does not change. The price does not change.'),
  ).toBeVisible();
  const [limit, price] = [dialog.getByLabelText(/Bookings a month/), dialog.getByLabelText(/Price a month/)];
  await user.clear(limit);
  expect(dialog.queryByText(/limit takes effect/)).toBeNull();
  await user.type(limit, '२०');
  await user.clear(price);
  await user.type(price, 'Rs.1500 + 200');
  expect(dialog.queryByText(/NaN/)).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(dialog.getByText('Please enter a price from ₹0')).toBeVisible();
  await waitFor(() => expect(price).toHaveFocus());
  await user.clear(price);
  await user.type(price, '1499.50');
  expect(
    dialog.getByText(/The lower limit takes effect immediately.*₹1,499.50 applies to new payments/),
  ).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await expect
    .poll(() => server.requestsOf('PUT /api/platform/plans/basic').map(({ body }) => body))
    .toEqual(['{"appointmentLimit":20,"monthlyPrice":149950}']);
});

it('shows a payment that gave no plan, and why [P-14.11]', async () => {
  renderFiltered(server, BillingScreen);
  const table = within(await screen.findByRole('table', { name: 'Payments' }));
  expect(table.getByText('Paid, no plan')).toBeVisible();
  expect(table.getByText('The payer belongs to another business')).toBeVisible();
  expect(within(table.getByRole('row', { name: /Nirog/ })).getByText('Not paid')).toBeVisible();
  expect(screen.getByText('No subscriptions found')).toBeVisible();
});

it('shows money that arrived and bought nothing, each with its reason [P-4.24]', async () => {
  renderFiltered(server, BillingScreen);
  const table = within(await screen.findByRole('table', { name: 'Payments to settle' }));
  const lines = table.getAllByRole('row').map((row) => row.textContent);
  for (const [payment, reason] of [
    ['pay_2', 'Second payment of an order'],
    ['pay_3', 'Another amount than the ₹999 ordered'],
    ['pay_4', 'Order not known'],
  ] as const)
    expect(lines.find((line) => line.includes(payment))).toContain(reason);
});

const at = '2026-11-21T04:30:00.000Z';
const unplaced = {
  tenant: null,
  email: 'a@arogya.example',
  amount: 99_900,
  ordered: 99_900,
  currency: 'INR',
  orderId: 'order_1',
  notedAt: at,
};

function id(place: string): string {
  return `00000000-0000-4000-8000-00000000000${place}`;
}
