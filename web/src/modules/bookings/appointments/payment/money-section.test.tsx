import type { Appointment } from '@samay/contract/bookings/appointments';
import type { BookingMoney } from '@samay/contract/bookings/money';
import type { PaperProposal } from '@samay/contract/invoicing/papers';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildAppointment, buildMoney, buildMoneyRow } from '../../../../../test/builders.ts';
import { answerError, type ClinicServer, startClinicServer } from '../../../../../test/clinic-server.ts';
import { renderSignedIn } from '../../../../../test/render-signed-in.tsx';
import { voidOrCorrect } from './money-texts.ts';
import { MoneySection } from './money-section.tsx';

const paid = buildAppointment({
  personName: 'Suresh Bose',
  status: 'completed',
  price: 1_200_00,
  amount: 700_00,
  due: 500_00,
});
const path = `/api/appointments/${paid.id}`;
const cash = buildMoneyRow({ reference: 'slip 7', mayVoid: false });
let server: ClinicServer;

beforeEach(async () => {
  server = await startClinicServer();
});
afterEach(() => server.close());

function show(money: Partial<BookingMoney> = { rows: [cash] }, appointment: Appointment = paid) {
  server.routes.set(`GET ${path}/money`, () => ({ json: buildMoney(money) }));
  return renderSignedIn(server, <MoneySection appointment={appointment} />);
}

function sent(route: string) {
  return JSON.parse(server.requestsOf(route)[0]?.body ?? '{}') as unknown;
}

it('lists rows and discounts, oldest first, with who, when and why, a voided one struck through [P-9.21]', async () => {
  const wrong = buildMoneyRow({ at: '2026-11-21T09:00:00.000Z', left: 0, mayRefund: false, mayVoid: false });
  const taken = buildMoneyRow({
    kind: 'void',
    paise: -70_000,
    ofId: wrong.id,
    at: '2026-11-21T09:10:00.000Z',
    by: 'Asha Kulkarni',
    reason: 'Wrong person',
    left: 0,
    mayRefund: false,
    mayVoid: false,
  });
  const back = buildMoneyRow({
    ...taken,
    kind: 'refund',
    paise: -20_000,
    method: 'UPI',
    at: '2026-11-21T11:00:00.000Z',
    ofId: cash.id,
    reason: 'Goodwill',
    by: null,
  });
  const waived = { id: back.id.replace(/.$/, 'f'), paise: 50_000, reason: 'Staff or family', by: 'Asha' };
  show({ rows: [wrong, taken, cash, back], discounts: [{ ...waived, at: '2026-11-21T10:00:00.000Z' }] });
  const lines = (await screen.findAllByRole('listitem')).map((line) =>
    [...line.querySelectorAll('span, s')].map(({ tagName, textContent }) =>
      tagName === 'S' ? `struck: ${textContent}` : textContent,
    ),
  );
  expect(lines).toEqual([
    [
      'struck: ₹700 by Cash',
      '21 Nov 2026, 2:30 pm · Ravi Kumar',
      'Voided: 21 Nov 2026, 2:40 pm · Asha Kulkarni · Wrong person',
    ],
    ['₹700 by Cash', '21 Nov 2026, 3:00 pm · Ravi Kumar · slip 7'],
    ['Discount of ₹500', '21 Nov 2026, 3:30 pm · Asha · Staff or family'],
    ['Refund of ₹200 by UPI', '21 Nov 2026, 4:30 pm · Goodwill'],
  ]);
});

it.each([
  [0, 0, '₹200 is paid online and not in your account yet'],
  [0, 120_000, '₹200 is paid online and not in your account yet: take ₹1,000 only'],
  [0, 20_000, '₹200 is paid online and not in your account yet: nothing is left to take'],
  [5000, 0, '₹200 is paid online and not in your account yet. ₹50 of it goes back to the payer'],
  [20_000, 0, '₹200 was paid online and goes back to the payer by itself'],
])(
  'says what becomes of a payment online that is not taken yet, of which %i paise go back, and what of %i paise is left to take [P-12.181]',
  async (back, due, text) => {
    show({ rows: [], authorized: { paise: 20_000, back } }, { ...paid, due });
    expect(await screen.findByText(text)).toBeVisible();
  },
);

it('gives money back with a reason, by the method it was paid by, never more than is left [P-9.22]', async () => {
  const route = `POST ${path}/refunds`;
  server.routes.set(route, answerError(409, 'payment.exceeded', 'This is more than is left of the payment.'));
  const { user } = show();
  expect(screen.queryByRole('button', { name: /^Void/ })).toBeNull();
  await user.click(await screen.findByRole('button', { name: 'Refund ₹700 by Cash' }));
  const form = within(screen.getByRole('form', { name: 'Refund of ₹700 by Cash' }));
  const amount = form.getByRole('textbox', { name: 'Amount' });
  await waitFor(() => expect(amount).toHaveFocus());
  await user.type(amount, '0');
  await user.click(form.getByRole('button', { name: 'Refund' }));
  expect(form.getByText('Please enter at most ₹700')).toBeVisible();
  expect(form.getByText('Please enter a reason')).toBeVisible();
  await user.clear(amount);
  await user.type(amount, '200');
  expect(form.getByRole('combobox', { name: 'Given back by' })).toHaveValue('Cash');
  await user.click(form.getByRole('button', { name: 'Service not given' }));
  await user.click(form.getByRole('button', { name: 'Refund' }));
  expect(await form.findByText('This is more than is left of the payment.')).toBeVisible();
  expect(amount).toBeInvalid();
  server.routes.set(route, () => 'drop');
  await user.click(form.getByRole('button', { name: 'Refund' }));
  expect(await form.findByText('Failed to save: Refund of ₹700 by Cash')).toBeVisible();
  server.routes.set(route, () => ({ json: { ...paid, amount: 500_00, due: 700_00 } }));
  await user.selectOptions(form.getByRole('combobox', { name: 'Given back by' }), 'Keep as advance');
  await user.click(form.getByRole('button', { name: 'Refund' }));
  expect(await screen.findByText('₹200 kept as an advance of Suresh Bose')).toBeVisible();
  const [refused, lost, again] = server.requestsOf(route);
  expect(JSON.parse(again?.body ?? '')).toEqual({
    payment: cash.id,
    amount: 200_00,
    method: 'Advance',
    reason: 'Service not given',
    lowers: true,
    amountBefore: 700_00,
  });
  expect(again?.headers['idempotency-key']).toBe(lost?.headers['idempotency-key']);
  expect(lost?.headers['idempotency-key']).not.toBe(refused?.headers['idempotency-key']);
});

it('voids a payment with a reason that is typed, and says when to correct it instead [P-9.194]', async () => {
  const route = `POST ${path}/voids`;
  server.routes.set(route, () => ({ json: { ...paid, amount: null } }));
  const { user } = show({ rows: [{ ...cash, mayRefund: false, mayVoid: true }] });
  await user.click(await screen.findByRole('button', { name: 'Void ₹700 by Cash' }));
  expect(screen.queryByRole('button', { name: /^Refund/ })).toBeNull();
  expect(screen.getByText(voidOrCorrect)).toBeVisible();
  await user.type(screen.getByRole('textbox', { name: 'Reason' }), 'Card failed{Enter}');
  expect(await screen.findByText('₹700 by Cash of Suresh Bose voided')).toBeVisible();
  expect(sent(route)).toEqual({ payment: cash.id, reason: 'Card failed' });
});

it('corrects a payment whose drawer was closed: the method, the amount, and why [P-9.232]', async () => {
  const route = `POST ${path}/corrections`;
  server.routes.set(route, () => ({ json: { ...paid, paymentMethod: 'UPI' } }));
  const { user } = show({ rows: [{ ...cash, mayCorrect: true }] });
  await user.click(await screen.findByRole('button', { name: 'Correct ₹700 by Cash' }));
  const form = within(screen.getByRole('form', { name: 'Correct ₹700 by Cash' }));
  expect(form.getByText(/Its drawer was closed and stays as it is/)).toBeVisible();
  const amount = form.getByRole('textbox', { name: 'Right amount' });
  expect(amount).toHaveValue('₹700');
  expect(amount).toHaveAccessibleDescription('At most ₹1,200');
  await user.selectOptions(form.getByRole('combobox', { name: 'Taken by' }), 'UPI');
  await user.click(form.getByRole('button', { name: 'Wrong method' }));
  await user.click(form.getByRole('button', { name: 'Correct' }));
  expect(await screen.findByText('₹700 by Cash of Suresh Bose corrected to ₹700 by UPI')).toBeVisible();
  expect(sent(route)).toEqual({
    payment: cash.id,
    amount: 700_00,
    method: 'UPI',
    reason: 'Wrong method',
    amountBefore: 700_00,
  });
});

it('corrects an advance whose drawer was closed [P-9.174]', async () => {
  const route = `POST ${path}/corrections`;
  server.routes.set(route, () => ({ json: paid }));
  const advance = { ...cash, mayRefund: false, mayCorrect: true };
  const { user } = show({ advanceRows: [advance], advance: 700_00 });
  await user.click(await screen.findByRole('button', { name: 'Correct Advance of ₹700 by Cash' }));
  const form = within(screen.getByRole('form', { name: 'Correct Advance of ₹700 by Cash' }));
  await user.click(form.getByRole('button', { name: 'Wrong method' }));
  await user.selectOptions(form.getByRole('combobox', { name: 'Taken by' }), 'UPI');
  await user.click(form.getByRole('button', { name: 'Correct' }));
  expect(
    await screen.findByText('Advance of ₹700 by Cash of Suresh Bose corrected to ₹700 by UPI'),
  ).toBeVisible();
  expect(sent(route)).toMatchObject({ payment: cash.id, isAdvance: true, amount: 700_00, method: 'UPI' });
});

it('shows a corrected row as corrected, and offers no correction without the right [P-9.232]', async () => {
  const away = buildMoneyRow({ kind: 'void', paise: -700_00, ofId: cash.id, reason: 'Wrong method' });
  show({ rows: [cash, { ...away, isCorrection: true, left: 0, mayRefund: false, mayVoid: false }] });
  expect(await screen.findByText(/^Corrected: .*Wrong method$/)).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Correct/ })).toBeNull();
});

it('waives all that is due, and says the limit of the role at the field [P-9.21]', async () => {
  const route = `PUT ${path}/discount`;
  const over = 'This is more than you may waive. Please ask an owner.';
  server.routes.set(route, answerError(403, 'discount.exceeded', over));
  const { user } = show({ mostDiscount: 500_00 });
  await user.click(await screen.findByRole('button', { name: 'More' }));
  await user.click(await screen.findByRole('button', { name: 'No charge' }));
  const form = within(screen.getByRole('form', { name: 'No charge for Suresh Bose' }));
  const amount = form.getByRole('textbox', { name: 'Waived of the price' });
  expect(amount).toHaveValue('₹500');
  expect(amount).toHaveAccessibleDescription('At most ₹500');
  await user.click(form.getByRole('button', { name: 'Cannot pay' }));
  await user.click(form.getByRole('button', { name: 'No charge' }));
  expect(await form.findByText(over)).toBeVisible();
  server.routes.set(route, () => ({ json: { ...paid, discount: 500_00, due: 0 } }));
  await user.click(form.getByRole('button', { name: 'No charge' }));
  expect(await screen.findByText('₹500 waived for Suresh Bose')).toBeVisible();
  expect(sent(route)).toEqual({ discount: 500_00, reason: 'Cannot pay', discountBefore: 0 });
});

it.each([
  ['no discount to whom the rules give none', { mostDiscount: 0 }, {}, ['Take advance']],
  ['no discount without a price', {}, { price: null, due: null }, ['Take advance']],
  ['no charge within the limit only', { mostDiscount: 499_00 }, {}, ['Discount', 'Take advance']],
  [
    'the refund of an advance where there is one',
    { advance: 100_00, mostDiscount: 0 },
    {},
    ['Take advance', 'Refund advance'],
  ],
] as const)('offers %s [P-9.21]', async (_, money, with_, names) => {
  const { user } = show(money, { ...paid, ...with_ });
  await user.click(await screen.findByRole('button', { name: 'More' }));
  const shown = () => screen.getAllByRole('button').map(({ textContent }) => textContent);
  await waitFor(() => expect(shown()).toEqual(['More', 'Add charge', ...names]));
});

it('lowers a discount of more than the caller may waive, and raises none [P-9.21]', async () => {
  const route = `PUT ${path}/discount`;
  server.routes.set(route, () => ({ json: { ...paid, discount: 50_00 } }));
  const { user } = show({ mostDiscount: 0 }, { ...paid, discount: 100_00 });
  await user.click(await screen.findByRole('button', { name: 'More' }));
  await user.click(await screen.findByRole('button', { name: 'Discount' }));
  const form = within(screen.getByRole('form', { name: 'Discount for Suresh Bose' }));
  const amount = form.getByRole('textbox', { name: 'Waived of the price' });
  expect(amount).toHaveAccessibleDescription('At most ₹100');
  await user.clear(amount);
  await user.type(amount, '50');
  await user.click(form.getByRole('button', { name: 'Goodwill' }));
  await user.click(form.getByRole('button', { name: 'Discount' }));
  expect(await screen.findByText('₹50 waived for Suresh Bose')).toBeVisible();
  expect(sent(route)).toEqual({ discount: 50_00, reason: 'Goodwill', discountBefore: 100_00 });
});

it('takes an advance, and shows what the person has', async () => {
  const route = `POST ${path}/advances`;
  server.routes.set(route, () => ({ json: { advance: 12_34_567_00 } }));
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'More' }));
  await user.click(screen.getByRole('button', { name: 'Take advance' }));
  await user.type(screen.getByRole('textbox', { name: 'Amount' }), '12,34,567');
  server.routes.set(`GET ${path}/money`, () => ({ json: buildMoney({ advance: 12_34_567_00 }) }));
  await user.click(screen.getByRole('button', { name: 'Take advance' }));
  expect(await screen.findByText('₹12,34,567 in advance by UPI from Suresh Bose')).toBeVisible();
  expect(sent(route)).toEqual({ amount: 12_34_567_00, method: 'UPI' });
  expect(await screen.findByText('₹12,34,567', { selector: 'b' })).toBeVisible();
});

it('reports that the rows could not be loaded, and loads them again', async () => {
  const { user } = show();
  server.routes.set(`GET ${path}/money`, () => 'drop');
  expect(await screen.findByText('Failed to load the payments')).toBeVisible();
  server.routes.set(`GET ${path}/money`, () => ({ json: buildMoney({ rows: [cash] }) }));
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('₹700 by Cash')).toBeVisible();
});

it('voids an advance that was typed wrongly [P-9.131]', async () => {
  const advance = buildMoneyRow({ paise: 50_000_00, method: 'UPI', left: 50_000_00, mayRefund: true });
  const { user } = show({ advanceRows: [advance], advance: 50_000_00 });
  server.routes.set(`POST ${path}/advance-voids`, () => ({ json: { advance: 0 } }));
  const text = 'Advance of ₹50,000 by UPI';
  await user.click(await screen.findByRole('button', { name: `Void ${text}` }));
  expect(screen.queryByRole('button', { name: `Refund ${text}` })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Wrong amount' }));
  await user.click(screen.getByRole('button', { name: 'Void' }));
  expect(await screen.findByText(`${text} of Suresh Bose voided`)).toBeVisible();
  expect(sent(`POST ${path}/advance-voids`)).toEqual({ payment: advance.id, reason: 'Wrong amount' });
});

/** Opens the refund of ₹700 by UPI of a visit of ₹1,200, by default with an invoice of it. */
async function openRefund(proposals: readonly PaperProposal[]) {
  const route = `POST ${path}/refunds`;
  server.routes.set(route, () => ({ json: { ...paid, amount: 500_00, due: 0 } }));
  server.routes.set(`GET ${path}/papers`, () => ({ json: { papers: [], proposals, missing: null } }));
  const whole = { ...paid, amount: 1_200_00, due: 0 };
  const { user } = show({ rows: [{ ...cash, method: 'UPI' }] }, whole);
  await user.click(await screen.findByRole('button', { name: 'Refund ₹700 by UPI' }));
  return { user, route };
}
const invoice = '00000000-0000-4000-8000-00000000e001';
const note = {
  kind: 'credit_note',
  total: 1_200_00,
  paymentId: null,
  of: { id: invoice, number: 'T/26-27/000001' },
} as const;

it('the reason says whether the refund is still owed, and the user may change it [P-9.160]', async () => {
  const { user, route } = await openRefund([]);
  const owed = screen.getByRole('checkbox', { name: 'No longer owed' });
  await user.click(screen.getByRole('button', { name: 'Paid twice' }));
  expect(owed).not.toBeChecked();
  expect(owed).toHaveAccessibleDescription('Due after the refund: ₹700');
  await user.click(screen.getByRole('button', { name: 'Charged too much' }));
  expect(owed).toBeChecked();
  expect(owed).toHaveAccessibleDescription('Due after the refund: ₹0');
  await user.click(owed);
  await user.click(screen.getByRole('button', { name: 'Refund' }));
  expect(await screen.findByText('Refund of ₹700 by UPI to Suresh Bose')).toBeVisible();
  expect(sent(route)).toMatchObject({ reason: 'Charged too much', lowers: false });
});

it('proposes the credit note of the amount, which can be left out [P-9.162]', async () => {
  const { user, route } = await openRefund([note]);
  const box = () => screen.queryByRole('checkbox', { name: /^Credit note of / });
  await user.click(screen.getByRole('button', { name: 'Paid twice' }));
  expect(box()).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Goodwill' }));
  await waitFor(() => expect(box()).toHaveAccessibleName('Credit note of ₹700 for T/26-27/000001'));
  await user.clear(screen.getByRole('textbox', { name: 'Amount' }));
  await user.type(screen.getByRole('textbox', { name: 'Amount' }), '300');
  expect(box()).toHaveAccessibleName('Credit note of ₹300 for T/26-27/000001');
  await user.click(screen.getByRole('button', { name: 'Refund' }));
  const done = 'Refund of ₹300 by UPI to Suresh Bose, credit note of ₹300';
  expect(await screen.findByText(done)).toBeVisible();
  expect(sent(route)).toMatchObject({ lowers: true, creditNote: { ofId: invoice, total: 300_00 } });
  await user.click(screen.getByRole('button', { name: 'Refund ₹700 by UPI' }));
  await user.click(screen.getByRole('button', { name: 'Goodwill' }));
  await user.click(box() as HTMLElement);
  await user.click(screen.getByRole('button', { name: 'Refund' }));
  await waitFor(() => expect(server.requestsOf(route)).toHaveLength(2));
  expect(JSON.parse(server.requestsOf(route)[1]?.body ?? '')).not.toHaveProperty('creditNote');
});

it('proposes it for the bill that the server names first, not for the largest [P-9.188]', async () => {
  const smaller = { ...note, total: 500_00, of: { ...note.of, number: 'B/26-27/000001' } };
  const { user } = await openRefund([smaller, { ...note, total: 700_00 }]);
  await user.click(screen.getByRole('button', { name: 'Goodwill' }));
  const name = 'Credit note of ₹500 for B/26-27/000001';
  expect(await screen.findByRole('checkbox', { name })).toBeChecked();
});

const own = { id: '00000000-0000-4000-8000-00000000d001', holder: null, isOwn: true };
const asha = { id: '00000000-0000-4000-8000-00000000d002', name: 'Asha Kulkarni' };
const ofAsha = { id: asha.id, holder: asha, isOwn: false };

it('asks which drawer cash leaves, and proposes the one that took it [P-9.132]', async () => {
  const route = `POST ${path}/refunds`;
  server.routes.set(route, () => ({ json: { ...paid, amount: null } }));
  const { user } = show({ rows: [{ ...cash, drawerId: asha.id }], drawers: [own, ofAsha] });
  await user.click(await screen.findByRole('button', { name: 'Refund ₹700 by Cash' }));
  const from = screen.getByRole('combobox', { name: 'From' });
  expect(from).toHaveDisplayValue('Asha Kulkarni');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Given back by' }), 'UPI');
  expect(from).not.toBeInTheDocument();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Given back by' }), 'Cash');
  await user.selectOptions(screen.getByRole('combobox', { name: 'From' }), 'My drawer');
  await user.click(screen.getByRole('button', { name: 'Goodwill' }));
  await user.click(screen.getByRole('button', { name: 'Refund' }));
  expect(await screen.findByText('Refund of ₹700 by Cash to Suresh Bose')).toBeVisible();
  expect(sent(route)).toMatchObject({ drawer: own.id, method: 'Cash' });
});

it('asks nothing where there is one drawer, and before one holds less than nothing [P-9.132, P-9.133]', async () => {
  const route = `POST ${path}/refunds`;
  server.routes.set(route, answerError(409, 'drawer.below_zero', 'There is less cash than that.'));
  const { user } = show({ rows: [cash], drawers: [own] });
  await user.click(await screen.findByRole('button', { name: 'Refund ₹700 by Cash' }));
  expect(screen.queryByRole('combobox', { name: 'From' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Goodwill' }));
  await user.click(screen.getByRole('button', { name: 'Refund' }));
  const question = within(await screen.findByRole('alert'));
  expect(question.getByRole('button', { name: 'Back' })).toHaveFocus();
  server.routes.set(route, () => ({ json: { ...paid, amount: null } }));
  await user.click(question.getByRole('button', { name: 'Give it back' }));
  expect(await screen.findByText('Refund of ₹700 by Cash to Suresh Bose')).toBeVisible();
  const bodies = server.requestsOf(route).map(({ body }) => JSON.parse(body) as object);
  expect(bodies).toMatchObject([{}, { belowZero: true }]);
  expect(bodies[0]).not.toHaveProperty('belowZero');
});

it('adds a charge from the list or typed, and removes one that is on no invoice [P-9.145]', async () => {
  const charge = {
    id: '00000000-0000-4000-8000-0000000000c7',
    name: 'Dressing',
    paise: 150_00,
    at: '2026-11-21T09:00:00.000Z',
    by: 'Asha Kulkarni',
    removed: null,
    mayRemove: true,
  };
  const billed = { ...charge, id: charge.id.replace(/7$/, '8'), name: 'X-ray', mayRemove: false };
  const offer = {
    id: '00000000-0000-4000-8000-0000000000c1',
    name: 'Injection',
    amount: 200_00,
    treatment: null,
    sac: null,
    rate: null,
  };
  const charged = buildAppointment({ ...paid, charges: 300_00, due: 800_00 });
  server.routes.set(`POST ${path}/charges`, () => ({ json: charged }));
  server.routes.set(`POST ${path}/charge-removals`, () => ({ json: charged }));
  const { user } = show({ charges: [charge, billed], chargeList: [offer] }, charged);
  expect(await screen.findByText('Dressing of ₹150')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Remove X-ray of ₹150' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'More' }));
  await user.click(screen.getByRole('button', { name: 'Add charge' }));
  await user.click(screen.getByRole('button', { name: 'Injection ₹200' }));
  await user.click(screen.getByRole('button', { name: 'Add charge' }));
  await screen.findByText('Injection of ₹200 charged to Suresh Bose');
  expect(sent(`POST ${path}/charges`)).toEqual({
    name: 'Injection',
    offer: offer.id,
    amount: 200_00,
    chargesBefore: 300_00,
  });
  await user.click(screen.getByRole('button', { name: 'Remove Dressing of ₹150' }));
  await user.click(screen.getByRole('button', { name: 'Remove' }));
  await screen.findByText('Dressing of ₹150 of Suresh Bose removed');
  expect(sent(`POST ${path}/charge-removals`)).toEqual({ charge: charge.id });
});

it('asks which line of a bill with several the credit note of a refund lowers [P-9.175]', async () => {
  const lines = [
    { charge: null, description: 'Consultation', left: 900_00 },
    { charge: '00000000-0000-4000-8000-00000000c0c1', description: 'Bandage', left: 300_00 },
  ];
  const { user, route } = await openRefund([{ ...note, lines }]);
  await user.click(screen.getByRole('button', { name: 'Goodwill' }));
  const choice = await screen.findByRole('combobox', { name: 'Lowers' });
  // The bandage has less left than the refund.
  expect(within(choice).getAllByRole('option')).toHaveLength(2);
  await user.selectOptions(choice, 'Consultation (₹900)');
  await user.click(screen.getByRole('button', { name: 'Refund' }));
  await waitFor(() => expect(server.requestsOf(route)).toHaveLength(1));
  expect(sent(route)).toMatchObject({
    creditNote: { ofId: invoice, total: 700_00, line: { charge: null } },
  });
});
