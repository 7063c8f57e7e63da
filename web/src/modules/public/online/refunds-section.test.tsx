import type { OnlineRefund } from '@samay/contract/bookings/online-refunds';
import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { answerError, type ClinicServer, startClinicServer } from '../../../../test/clinic-server.ts';
import { renderSignedIn } from '../../../../test/render-signed-in.tsx';
import { RefundsSection } from './refunds-section.tsx';

const id = '0b0e7a52-7d0e-4c5a-9d5e-1f2a3b4c5d6e';
const failed: OnlineRefund = {
  id,
  state: 'failed',
  paise: 20_000,
  error: 'balance',
  isTwice: false,
  askedAt: '2026-11-21T05:30:00.000Z',
  paymentId: 'pay_Sandbox0000001',
  booking: { id, personName: 'Meera Joshi', date: '2026-11-23', time: '11:00' },
};
const read = 'GET /api/online-refunds';
let server: ClinicServer;
beforeEach(async () => {
  server = await startClinicServer();
  server.routes.set(read, () => ({ json: { items: [failed], unpaid: [] } }));
});
afterEach(() => server.close());

it('says why a refund has failed, and tries it again or notes it another way [P-12.156]', async () => {
  const again = `POST /api/online-refunds/${id}/retry`;
  const other = `POST /api/online-refunds/${id}/other-way`;
  const { user } = renderSignedIn(server, <RefundsSection />);
  const refund = await screen.findByRole('group', { name: '₹200, Meera Joshi' });
  expect(within(refund).getByText('Failed')).toBeVisible();
  expect(within(refund).getByText(/Your balance at Razorpay is too low/)).toBeVisible();
  server.routes.set(again, answerError(409, 'refund.settled', 'This refund is done already.'));
  await user.click(within(refund).getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('This refund is done already.')).toBeVisible();
  server.routes.set(other, answerError(409, 'drawer.below_zero', 'Too little'));
  await user.click(screen.getByRole('button', { name: 'Given back another way…' }));
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Given back by' }), 'Cash');
  await user.click(screen.getByRole('button', { name: 'Given back' }));
  expect(await screen.findByText(/There is less cash than that in the drawer/)).toBeVisible();
  server.routes.set(other, () => ({ json: { ...failed, state: 'noted', error: null } }));
  server.routes.set(read, () => ({
    json: { items: [{ ...failed, state: 'noted', error: null }], unpaid: [] },
  }));
  await user.click(screen.getByRole('button', { name: 'Give it back' }));
  expect(await screen.findByText('₹200 noted as given back')).toBeVisible();
  expect(JSON.parse(server.requestsOf(other).at(-1)?.body ?? '')).toEqual({
    method: 'Cash',
    belowZero: true,
  });
  expect(await screen.findByText('Given back another way')).toBeVisible();
});

it('says where nothing goes back [P-12.156]', async () => {
  server.routes.set(read, () => ({ json: { items: [], unpaid: [] } }));
  renderSignedIn(server, <RefundsSection />);
  expect(await screen.findByText('Nothing goes back at the moment.')).toBeVisible();
});

it('says which bookings are unpaid because their payment could not be taken [P-12.226]', async () => {
  const booking = { id, personName: 'Meera Joshi', date: '2026-11-23', time: '11:00' };
  const unpaid = [
    { paymentId: 'pay_Sandbox0000002', paise: 20_000, booking, wasCancelled: false },
    {
      paymentId: 'pay_Sandbox0000003',
      paise: 30_000,
      booking: { ...booking, personName: 'Ravi' },
      wasCancelled: true,
    },
  ];
  server.routes.set(read, () => ({ json: { items: [], unpaid } }));
  renderSignedIn(server, <RefundsSection />);
  const line = await screen.findByRole('group', { name: '₹200, Meera Joshi' });
  expect(within(line).getByText('Not taken')).toBeVisible();
  expect(within(line).getByText(/Razorpay did not let .* The time is booked and unpaid\./)).toBeVisible();
  const cancelled = screen.getByRole('group', { name: '₹300, Ravi' });
  expect(within(cancelled).getByText(/The cancel was taken back/)).toBeVisible();
});
