import type { Appointment } from '@samay/contract/bookings/appointments';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildAppointment, buildMay, buildMoney, buildMoneyRow } from '../../../../../test/builders.ts';
import { type ClinicServer, answerError, startClinicServer } from '../../../../../test/clinic-server.ts';
import { renderSignedIn } from '../../../../../test/render-signed-in.tsx';
import { TakeMoney } from './take-money.tsx';

const owing = buildAppointment({
  personName: 'Suresh Bose',
  status: 'completed',
  price: 70_000,
  due: 70_000,
});
const booking = `/api/appointments/${owing.id}`;
const path = `POST ${booking}/payments`;
const voids = `POST ${booking}/voids`;
const read = `GET ${booking}/money`;
let server: ClinicServer;

beforeEach(async () => {
  server = await startClinicServer();
  server.routes.set('GET /api/upi', () => ({ json: { upiId: 'city.care@okicici' } }));
  server.routes.set(path, ({ body }) => ({ json: { ...owing, ...(JSON.parse(body) as object), due: 0 } }));
});
afterEach(() => server.close());

const open = (appointment: Appointment = owing) =>
  renderSignedIn(server, <TakeMoney appointment={appointment} />);
const sent = (route = path) => JSON.parse(server.requestsOf(route)[0]?.body ?? '{}') as object;

it('takes what is due with two presses, and undoes it [P-9.19]', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Take ₹700 from Suresh Bose' }));
  await user.click(await screen.findByRole('button', { name: 'Cash' }));
  expect(await screen.findByText('₹700 by Cash from Suresh Bose')).toBeVisible();
  expect(sent()).toEqual({ amount: 70_000, method: 'Cash', amountBefore: null });
  expect(server.requestsOf(path)[0]?.headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/);
  const [older, other, row] = [buildMoneyRow(), buildMoneyRow({ method: 'UPI' }), buildMoneyRow()];
  const voided = buildMoneyRow({ mayVoid: false });
  server.routes.set(read, () => ({ json: buildMoney({ rows: [older, row, other, voided] }) }));
  server.routes.set(voids, () => ({ json: owing }));
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('₹700 of Suresh Bose taken back')).toBeVisible();
  expect(sent(voids)).toEqual({ payment: row.id, reason: 'Pressed by mistake' });
});

it('takes it with two keys', async () => {
  const { user } = open();
  (await screen.findByRole('button', { name: 'Take ₹700 from Suresh Bose' })).focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByRole('button', { name: 'UPI' })).toHaveFocus());
  await user.keyboard('d');
  await screen.findByText('₹700 by Card from Suresh Bose');
  expect(sent()).toMatchObject({ amount: 70_000, method: 'Card' });
});

it('takes a part payment of the amount due in addition to another one [P-9.19]', async () => {
  const partly = { ...owing, amount: 20_000, due: 50_000, paymentMethod: 'UPI', paymentId: '612' } as const;
  const { user } = open(partly);
  await user.click(await screen.findByRole('button', { name: 'Take ₹500 from Suresh Bose' }));
  expect(await screen.findByText('₹200 of ₹700 taken so far')).toBeVisible();
  const amount = screen.getByLabelText('Amount');
  expect(amount).toHaveValue('₹500');
  await user.clear(amount);
  await user.click(screen.getByRole('button', { name: 'Cash' }));
  expect(screen.getByText('Please enter an amount')).toBeVisible();
  await user.type(amount, '2x500{ArrowUp}');
  await user.click(screen.getByRole('button', { name: 'Cash' }));
  expect(amount).toHaveValue('2x500');
  expect(amount).toHaveAccessibleDescription('Please enter an amount from ₹0 to ₹1,00,00,000');
  await user.clear(amount);
  await user.type(amount, 'Rs. 150.50/-{ArrowUp}');
  await user.click(screen.getByRole('button', { name: 'Cash' }));
  await screen.findByText('₹150.50 by Cash from Suresh Bose');
  expect(sent()).toEqual({ amount: 15_050, method: 'Cash', amountBefore: 20_000 });
});

it('shows a code with the amount and the reference for UPI, and notes the UTR [P-9.23]', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Take ₹700 from Suresh Bose' }));
  expect(await screen.findByRole('img', { name: 'UPI code for ₹700' })).toBeVisible();
  // Shortcut letters typed in a field are text.
  await user.type(screen.getByLabelText('UTR (optional)'), 'cu612');
  expect(server.requestsOf(path)).toHaveLength(0);
  await user.click(screen.getByRole('button', { name: 'UPI' }));
  await screen.findByText('₹700 by UPI from Suresh Bose');
  expect(sent()).toMatchObject({ method: 'UPI', reference: 'cu612' });
});

it('asks once before it takes more than is due, and loses no amount by that [P-9.20]', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Take ₹700 from Suresh Bose' }));
  const amount = await screen.findByLabelText('Amount');
  await user.clear(amount);
  await user.type(amount, '12,34,567{Tab}');
  await user.keyboard('c');
  expect(await screen.findByText('₹12,34,567 for a visit of ₹700?')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Back' })).toHaveFocus();
  await user.keyboard('u{Enter}');
  expect(screen.getByRole('button', { name: 'UPI' })).toHaveFocus();
  expect(amount).toHaveValue('12,34,567');
  expect(server.requestsOf(path)).toHaveLength(0);
  await user.keyboard('c');
  await user.click(await screen.findByRole('button', { name: 'Keep as advance' }));
  expect(await screen.findByText('₹12,34,567 by Cash from Suresh Bose')).toBeVisible();
  expect(sent()).toMatchObject({ amount: 12_34_567_00, method: 'Cash', above: { as: 'advance' } });
});

it('takes what is above the due for a charge, typed or from the list [P-9.145]', async () => {
  const offer = {
    id: '00000000-0000-4000-8000-0000000000c1',
    name: 'Injection',
    amount: 200_00,
    treatment: null,
    sac: null,
    rate: null,
  };
  server.routes.set(read, () => ({ json: buildMoney({ chargeList: [offer] }) }));
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Take ₹700 from Suresh Bose' }));
  const amount = await screen.findByLabelText('Amount');
  await user.clear(amount);
  await user.type(amount, '900');
  await user.click(await screen.findByRole('button', { name: 'UPI' }));
  await user.click(await screen.findByRole('button', { name: 'Add as charge' }));
  expect(screen.getByText('Please enter a name')).toBeVisible();
  expect(server.requestsOf(path)).toHaveLength(0);
  // A letter of the name is no payment method.
  await user.type(screen.getByLabelText(/What are the other ₹200 for/), 'cu');
  await user.click(screen.getByRole('button', { name: 'Injection ₹200' }));
  await user.click(screen.getByRole('button', { name: 'Add as charge' }));
  await screen.findByText('₹900 by UPI from Suresh Bose');
  const above = { as: 'charge', name: 'Injection', offer: offer.id };
  expect(sent()).toMatchObject({ amount: 900_00, method: 'UPI', above });
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

it('spends the advance of the person, never more than is due [P-9.20]', async () => {
  server.routes.set(read, () => ({ json: buildMoney({ advance: 5_000_00 }) }));
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Take ₹700 from Suresh Bose' }));
  const amount = await screen.findByLabelText('Amount');
  const advance = await screen.findByRole('button', { name: 'Advance ₹700' });
  const waysIn = () => screen.getAllByRole('button', { name: /^(?:Advance|UPI|Cash|Card)/ });
  expect(waysIn().map(({ textContent }) => textContent)).toEqual(['Advance ₹700', 'UPI', 'Cash', 'Card']);
  await waitFor(() => expect(advance).toHaveFocus());
  expect(waysIn().map(({ dataset }) => dataset['variant'])).toEqual([
    'filled',
    'default',
    'default',
    'default',
  ]);
  await user.clear(amount);
  await user.type(amount, '200');
  await user.click(screen.getByRole('button', { name: 'Advance ₹200' }));
  expect(await screen.findByText('₹200 from the advance of Suresh Bose')).toBeVisible();
  expect(sent()).toEqual({ amount: 20_000, method: 'Advance', amountBefore: null });
});

it('waits a second at most for the advance, and moves no method that is shown already [P-9.20]', async () => {
  const asked = Promise.withResolvers<void>();
  server.routes.set(read, async () => {
    await asked.promise;
    return { json: buildMoney({ advance: 5_000_00 }) };
  });
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Take ₹700 from Suresh Bose' }));
  await screen.findByLabelText('Amount');
  expect(screen.queryByRole('button', { name: 'UPI' })).toBeNull();
  const upi = await screen.findByRole('button', { name: 'UPI' });
  await waitFor(() => expect(upi).toHaveFocus());
  asked.resolve();
  const advance = await screen.findByRole('button', { name: 'Advance ₹700' });
  expect(upi.compareDocumentPosition(advance)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(upi).toHaveFocus();
});

it('waives a follow-up by one press, and undoes it [P-9.20]', async () => {
  const discounts = `PUT ${booking}/discount`;
  server.routes.set(read, () => ({ json: buildMoney({ freeAfter: '2026-11-12' }) }));
  server.routes.set(discounts, ({ body }) => {
    const { discount } = JSON.parse(body) as { discount: number };
    return { json: { ...owing, discount, due: 70_000 - discount } };
  });
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Take ₹700 from Suresh Bose' }));
  expect(await screen.findByText('Paid visit on 12 Nov')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'No charge' }));
  expect(await screen.findByText('No charge for Suresh Bose')).toBeVisible();
  expect(sent(discounts)).toEqual({ discount: 70_000, reason: 'Follow-up', discountBefore: 0 });
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(server.requestsOf(discounts)).toHaveLength(2));
  expect(JSON.parse(server.requestsOf(discounts)[1]?.body ?? '')).toEqual({
    discount: 0,
    reason: 'Pressed by mistake',
    discountBefore: 70_000,
  });
});

it('opens the form of a discount for any other visit, within the limit of the role [P-9.20]', async () => {
  const discounts = `PUT ${booking}/discount`;
  server.routes.set(read, () => ({ json: buildMoney({ mostDiscount: 500_00 }) }));
  server.routes.set(discounts, () => ({ json: { ...owing, discount: 200_00, due: 500_00 } }));
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Take ₹700 from Suresh Bose' }));
  await user.click(await screen.findByRole('button', { name: 'Discount' }));
  const amount = screen.getByRole('textbox', { name: 'Waived of the price' });
  await waitFor(() => expect(amount).toHaveFocus());
  await user.type(amount, '200');
  await user.click(screen.getByRole('button', { name: 'Goodwill' }));
  await user.click(screen.getByRole('button', { name: 'Discount' }));
  expect(await screen.findByText('₹200 waived for Suresh Bose')).toBeVisible();
  expect(sent(discounts)).toEqual({ discount: 200_00, reason: 'Goodwill', discountBefore: 0 });
});

it('says where another desk took it meanwhile', async () => {
  server.routes.set(
    path,
    answerError(409, 'payment.changed', 'Somebody else has changed this payment meanwhile.'),
  );
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Take ₹700 from Suresh Bose' }));
  await user.click(await screen.findByRole('button', { name: 'Cash' }));
  expect(await screen.findByText('Somebody else has changed this payment meanwhile.')).toBeVisible();
});

it.each([
  ['nothing is due', { due: 0, amount: 70_000 }],
  ['it was taken without a price', { due: null, price: null, amount: 10_000 }],
  ['it was cancelled', { status: 'cancelled', due: null, price: null }],
  ['the server does not allow it', { may: buildMay('cancelled') }],
] as const)('is not there where %s', (_, about) => {
  const { container } = open({ ...owing, ...about });
  expect(container.querySelector('button')).toBeNull();
});

it('offers ₹ where no price is known, without the colour of attention', async () => {
  open({ ...owing, due: null, price: null });
  expect(await screen.findByRole('button', { name: 'Take a payment from Suresh Bose' })).not.toHaveAttribute(
    'data-due',
  );
});

it('has the colour of attention where the person has come', async () => {
  const scheduled = { ...owing, status: 'scheduled' } as const;
  const { unmount } = open(scheduled);
  expect(await screen.findByRole('button', { name: /^Take/ })).not.toHaveAttribute('data-due');
  unmount();
  open({ ...scheduled, arrivedAt: '2026-11-21T04:30:00.000Z' });
  expect(await screen.findByRole('button', { name: /^Take/ })).toHaveAttribute('data-due');
});
