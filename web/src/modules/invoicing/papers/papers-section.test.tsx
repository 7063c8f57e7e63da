import type { BookingPapers } from '@samay/contract/invoicing/papers';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { buildAppointment, buildSession } from '../../../../test/builders.ts';
import { answerError, type ClinicServer, startClinicServer } from '../../../../test/clinic-server.ts';
import {
  buildBookingPapers,
  buildPaper,
  buildProposal,
  buildReceipt,
  lineOfPaper,
} from '../../../../test/papers.ts';
import { renderSignedIn } from '../../../../test/render-signed-in.tsx';
import { PapersSection } from './papers-section.tsx';

const paid = buildAppointment({ personName: 'Suresh Bose', status: 'completed', amount: 500_00 });
const path = `/api/appointments/${paid.id}/papers`;
const make = `POST ${path}`;
const receipt = buildReceipt();
const invoice = buildPaper();
const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
let server: ClinicServer;

beforeEach(async () => {
  print.mockClear();
  server = await startClinicServer();
});
afterEach(async () => {
  localStorage.clear();
  await server.close();
});

function show(papers: Partial<BookingPapers>) {
  server.routes.set(`GET ${path}`, () => ({ json: buildBookingPapers(papers) }));
  const onLeave = vi.fn();
  return { onLeave, ...renderSignedIn(server, <PapersSection appointment={paid} onLeave={onLeave} />) };
}

const bodies = () => server.requestsOf(make).map(({ body }) => JSON.parse(body) as unknown);

it('creates the receipt by one press, once after a lost reply, and prints it with its number [P-9.61]', async () => {
  server.routes.set(make, () => 'drop');
  const { user } = show({ proposals: [buildProposal()] });
  const button = await screen.findByRole('button', { name: 'Receipt' });
  await user.click(button);
  expect(await screen.findByText('Failed to create the receipt or invoice')).toBeVisible();
  // Waits until the proposals are read again: a later answer would take the button away.
  await waitFor(() => expect(server.requestsOf(`GET ${path}`)).toHaveLength(2));
  server.routes.set(make, () => ({ status: 201, json: receipt }));
  server.routes.set(`GET ${path}`, () => ({ json: buildBookingPapers({ papers: [lineOfPaper(receipt)] }) }));
  await user.click(button);
  const dialog = await screen.findByRole('dialog', { name: 'Receipt R/26-27/000001' });
  await waitFor(() => expect(print).toHaveBeenCalledOnce());
  expect(screen.getByText('R/26-27/000001', { selector: 'body > article dd' })).toBeInTheDocument();
  const [lost, again] = server.requestsOf(make);
  expect(bodies()[1]).toEqual({ kind: 'receipt', total: 500_00 });
  expect(again?.headers['idempotency-key']).toBe(lost?.headers['idempotency-key']);
  dispatchEvent(new Event('afterprint'));
  await user.click(within(dialog).getByRole('button', { name: 'Close' }));
  // The created paper is listed and printed again; none is proposed any more.
  expect(await screen.findByText('R/26-27/000001 · 21 Nov 2026')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Receipt' })).toBeNull();
  server.routes.set(`GET /api/papers/${receipt.id}`, () => ({ json: receipt }));
  await user.click(screen.getByRole('button', { name: 'Print R/26-27/000001' }));
  await waitFor(() => expect(print).toHaveBeenCalledTimes(2));
});

it('keeps the size of the paper on the device, and prints from what is viewed [P-9.63]', async () => {
  server.routes.set(`GET /api/papers/${invoice.id}`, () => ({ json: invoice }));
  const { user } = show({ papers: [lineOfPaper(invoice)] });
  await user.click(await screen.findByRole('button', { name: 'View PNT/26-27/000001' }));
  expect(await screen.findByRole('button', { name: 'A5' })).toHaveAttribute('aria-pressed', 'true');
  expect(print).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: '80 mm roll' }));
  await user.click(screen.getByRole('button', { name: 'Print' }));
  await waitFor(() => expect(print).toHaveBeenCalledOnce());
  expect(document.querySelector('body > article > div')).toHaveAttribute('data-paper', 'roll');
  expect(localStorage.getItem('samay-paper-size')).toContain('roll');
});

it.each([
  [
    'service_tax',
    'how this service is taxed on 21 Nov 2026',
    'Settings, Receipts and invoices',
    '/dashboard/settings/papers',
  ],
  ['address', 'the address of the business', 'Settings, Business', '/dashboard/settings/business'],
] as const)('says that %s is missing, to owners with the link [P-9.62]', async (missing, says, place, to) => {
  const { unmount, onLeave, user } = show({ missing });
  const link = await screen.findByRole('link', { name: place });
  expect(link).toHaveAttribute('href', to);
  expect(link.parentElement).toHaveTextContent(
    `No receipt or invoice yet: enter ${says} first, in ${place}.`,
  );
  await user.click(link);
  expect(onLeave).toHaveBeenCalledOnce();
  unmount();
  await server.close();
  server = await startClinicServer(buildSession({ role: 'EMPLOYEE' }));
  show({ missing });
  expect(
    await screen.findByText(`No receipt or invoice yet: ask an owner to enter ${says} in ${place}.`),
  ).toBeVisible();
  expect(screen.queryByRole('link')).toBeNull();
});

it('lists a void receipt as void, and the receipts of other visits whose money was spent on this one [P-9.180, P-9.181]', async () => {
  const other = buildReceipt({ id: invoice.id.replace('f1', 'f2'), number: 'R/26-27/000002' });
  const { user } = show({ papers: [lineOfPaper({ ...receipt, isVoid: true }), lineOfPaper(other)] });
  expect(await screen.findByText('Receipt, void, ₹500')).toBeVisible();
  server.routes.set(`GET /api/papers/${other.id}`, () => ({ json: other }));
  await user.click(screen.getByRole('button', { name: 'View R/26-27/000002' }));
  expect(await screen.findByRole('dialog', { name: 'Receipt R/26-27/000002' })).toBeVisible();
});

it('creates a debit note by one press, with the recipient of its invoice [P-9.185]', async () => {
  const of = { id: invoice.id, number: invoice.number };
  const note = buildPaper({ kind: 'debit_note', number: 'PND/26-27/000001', total: 300_00 });
  server.routes.set(make, () => ({ status: 201, json: note }));
  const { user } = show({ proposals: [buildProposal({ kind: 'debit_note', total: 300_00, of })] });
  await user.click(await screen.findByRole('button', { name: 'Debit note' }));
  expect(await screen.findByRole('dialog', { name: 'Debit note PND/26-27/000001' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'For a company…' })).toBeNull();
  expect(bodies()).toEqual([{ kind: 'debit_note', total: 300_00, ofId: invoice.id }]);
});

it('proposes the credit note that a booking asks for, to make or to dismiss [P-9.188, P-9.189]', async () => {
  const of = { id: invoice.id, number: invoice.number };
  const { user } = show({ papers: [lineOfPaper(invoice)], credit: { total: 300_00, of } });
  expect(await screen.findByText('PNT/26-27/000001 has ₹300 more than is owed now.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Credit note of ₹300' }));
  const form = within(screen.getByRole('form', { name: 'Credit note to PNT/26-27/000001' }));
  expect(form.getByRole('textbox', { name: 'Amount' })).toHaveValue('₹300');
  await user.click(form.getByRole('button', { name: 'Cancel' }));
  const dismissal = `POST /api/appointments/${paid.id}/credit-dismissals`;
  server.routes.set(dismissal, () => 'drop');
  await user.click(screen.getByRole('button', { name: 'Not needed' }));
  expect(await screen.findByText('Failed to dismiss the credit note')).toBeVisible();
  server.routes.set(dismissal, () => ({ json: buildBookingPapers({ papers: [lineOfPaper(invoice)] }) }));
  server.routes.set(`GET ${path}`, () => ({ json: buildBookingPapers({ papers: [lineOfPaper(invoice)] }) }));
  await user.click(screen.getByRole('button', { name: 'Not needed' }));
  await waitFor(() => expect(screen.queryByText(/more than is owed now/)).toBeNull());
  expect(server.requestsOf(dismissal).map(({ body }) => JSON.parse(body) as unknown)).toEqual([
    { total: 300_00 },
    { total: 300_00 },
  ]);
});

it('asks a credit note for its amount and its reason, behind More [P-9.61]', async () => {
  const of = { id: invoice.id, number: invoice.number };
  const note = buildPaper({ kind: 'credit_note', number: 'PNC/26-27/000001', total: 200_00 });
  server.routes.set(make, answerError(409, 'paper.credit_note_late', 'The last day has passed.'));
  const { user } = show({
    papers: [lineOfPaper(invoice)],
    proposals: [buildProposal({ kind: 'credit_note', of })],
  });
  expect(await screen.findByText('Tax invoice, ₹500')).toBeVisible();
  expect(screen.queryByRole('button', { name: /company/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'More receipts and invoices' }));
  await user.click(screen.getByRole('button', { name: 'Credit note to PNT/26-27/000001' }));
  const form = within(screen.getByRole('form', { name: 'Credit note to PNT/26-27/000001' }));
  const amount = form.getByRole('textbox', { name: 'Amount' });
  expect(amount).toHaveValue('₹500');
  await waitFor(() => expect(amount).toHaveFocus());
  await user.clear(amount);
  await user.type(amount, '500.01');
  const create = form.getByRole('button', { name: 'Create credit note' });
  await user.click(create);
  expect(form.getByText('Please enter an amount from ₹0.01 to ₹500')).toBeVisible();
  expect(form.getByText('Please enter a reason')).toBeVisible();
  expect(server.requestsOf(make)).toEqual([]);
  await user.clear(amount);
  await user.type(amount, '200');
  await user.click(form.getByRole('button', { name: 'Wrong amount' }));
  await user.click(create);
  expect(await form.findByText('The last day has passed.')).toBeVisible();
  server.routes.set(make, () => ({ status: 201, json: note }));
  await user.click(create);
  expect(await screen.findByRole('dialog', { name: 'Credit note PNC/26-27/000001' })).toBeVisible();
  expect(bodies()[1]).toEqual({
    kind: 'credit_note',
    total: 200_00,
    ofId: invoice.id,
    reason: 'Wrong amount',
  });
  const [refused, again] = server.requestsOf(make);
  expect(again?.headers['idempotency-key']).not.toBe(refused?.headers['idempotency-key']);
});

it('asks which line of several a credit note lowers, up to what is left of it [P-9.175]', async () => {
  const charge = '00000000-0000-4000-8000-00000000c0c1';
  const lines = [
    { charge: null, description: 'Consultation', left: 388_00 },
    { charge, description: 'Bandage', left: 112_00 },
  ];
  server.routes.set(make, () => ({ status: 201, json: buildPaper({ kind: 'credit_note' }) }));
  const of = { id: invoice.id, number: invoice.number };
  const { user } = show({ proposals: [buildProposal({ kind: 'credit_note', of, lines })] });
  await user.click(await screen.findByRole('button', { name: 'More receipts and invoices' }));
  await user.click(screen.getByRole('button', { name: /^Credit note to/ }));
  const choice = screen.getByRole('combobox', { name: 'Lowers' });
  expect(choice).toHaveDisplayValue('The line of this amount, else the last ones');
  await user.selectOptions(choice, 'Bandage (₹112)');
  expect(screen.getByRole('textbox', { name: 'Amount' })).toHaveValue('₹112');
  await user.click(screen.getByRole('button', { name: 'Wrong amount' }));
  await user.click(screen.getByRole('button', { name: 'Create credit note' }));
  await waitFor(() => expect(bodies()[0]).toMatchObject({ total: 112_00, line: { charge } }));
});

it('asks for the recipient of a company, checks its GSTIN while it is typed, and requires its address from ₹50,000 [P-9.61, P-9.96]', async () => {
  server.routes.set(make, () => ({ status: 201, json: invoice }));
  const total = 12_34_567_00;
  const { user } = show({ proposals: [buildProposal({ kind: 'tax_invoice', total })] });
  // One press is not enough above ₹50,000: the paper needs an address.
  await user.click(await screen.findByRole('button', { name: 'Tax invoice' }));
  const form = within(screen.getByRole('form', { name: 'Tax invoice of ₹12,34,567' }));
  const name = form.getByRole('textbox', { name: /^Name/ });
  expect(name).toHaveValue('Suresh Bose');
  await user.clear(name);
  const gstin = form.getByRole('textbox', { name: 'GSTIN' });
  await user.type(gstin, '27aapfu0939f1zx');
  expect(gstin).toHaveAccessibleDescription(/one of them is wrong/);
  await user.type(gstin, '{Backspace}v');
  expect(gstin).toHaveAccessibleDescription('Maharashtra (27)');
  await user.clear(gstin);
  await user.paste('GSTIN: 27 AAPFU 09');
  expect(gstin).not.toHaveAccessibleDescription();
  await user.paste('39F 1ZV ');
  expect(gstin).toHaveAccessibleDescription('Maharashtra (27)');
  const create = form.getByRole('button', { name: 'Create tax invoice' });
  await user.click(create);
  expect(form.getByText('Please enter a name')).toBeVisible();
  expect(
    form.getByText('From ₹50,000, or with a GSTIN, the address of the recipient is needed.'),
  ).toBeVisible();
  await waitFor(() => expect(name).toHaveFocus());
  await user.type(name, 'Tata Motors');
  await user.type(form.getByRole('textbox', { name: 'Address' }), '1 Ring Road{Enter}Pune');
  await user.click(create);
  expect(await screen.findByRole('dialog', { name: 'Tax invoice PNT/26-27/000001' })).toBeVisible();
  expect(bodies()).toEqual([
    {
      kind: 'tax_invoice',
      total,
      recipientName: 'Tata Motors',
      recipientAddress: '1 Ring Road\nPune',
      recipientGstin: '27AAPFU0939F1ZV',
    },
  ]);
});

it('names a company below ₹50,000 without an address if it has no GSTIN, and shows at its field what the server refuses [P-9.97]', async () => {
  server.routes.set(make, answerError(422, 'invalid', 'Please check', { recipientName: 'Too plain' }));
  const { user } = show({ proposals: [buildProposal()] });
  await user.click(await screen.findByRole('button', { name: 'For a company…' }));
  const form = within(screen.getByRole('form', { name: 'Receipt of ₹500' }));
  await user.type(form.getByRole('textbox', { name: /^Name/ }), 'Tata Motors');
  const gstin = form.getByRole('textbox', { name: 'GSTIN' });
  await user.type(gstin, '27AAPFU0939F1ZV{Enter}');
  expect(form.getByText(/with a GSTIN, the address/)).toBeVisible();
  await user.clear(gstin);
  await user.type(gstin, '{Enter}');
  expect(await form.findByText('Too plain')).toBeVisible();
  expect(bodies()).toEqual([
    {
      kind: 'receipt',
      total: 500_00,
      recipientName: 'Tata Motors',
      recipientAddress: null,
      recipientGstin: null,
    },
  ]);
});

it('reads again what can be created where the money has changed, and reports what cannot be loaded', async () => {
  const sentence = 'There is nothing left to make this for, or its amount has changed.';
  server.routes.set(make, answerError(409, 'paper.changed', sentence));
  const { user } = show({ proposals: [buildProposal()] });
  const button = await screen.findByRole('button', { name: 'Receipt' });
  server.routes.set(`GET ${path}`, () => ({
    json: buildBookingPapers({
      papers: [lineOfPaper(receipt)],
      proposals: [buildProposal({ total: 300_00 })],
    }),
  }));
  await user.click(button);
  expect(await screen.findByText(sentence)).toBeVisible();
  expect(await screen.findByText('R/26-27/000001 · 21 Nov 2026')).toBeVisible();
  server.routes.set(make, () => 'drop');
  await user.click(button);
  await waitFor(() => expect(bodies()[1]).toEqual({ kind: 'receipt', total: 300_00 }));
  server.routes.set(`GET ${path}`, () => 'drop');
  await user.click(button);
  expect(await screen.findByText('Failed to load receipts and invoices')).toBeVisible();
});
