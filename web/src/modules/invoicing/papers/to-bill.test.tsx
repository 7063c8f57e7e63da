import type { ToBill } from '@samay/contract/invoicing/to-bill';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { answerError, type ClinicServer, startClinicServer } from '../../../../test/clinic-server.ts';
import { buildBookingPapers, buildPaper, buildProposal } from '../../../../test/papers.ts';
import { renderSignedIn } from '../../../../test/render-signed-in.tsx';
import { ToBillSection } from './to-bill.tsx';

const ids = ['1', '2', '3', '4'].map((at) => `00000000-0000-4000-8000-0000000000a${at}`);
const [first = '', second = '', third = '', credited = ''] = ids;
const of = { id: '00000000-0000-4000-8000-0000000000f1', number: 'T/26-27/000001' };
const waits = (appointmentId: string, with_: Partial<ToBill> = {}): ToBill => ({
  appointmentId,
  personName: `Person ${ids.indexOf(appointmentId) + 1}`,
  date: '2026-11-20',
  time: '10:00',
  kind: 'bill',
  total: 500_00,
  of: null,
  ...with_,
});
const list = 'GET /api/papers/to-bill';
let server: ClinicServer;

beforeEach(async () => {
  server = await startClinicServer();
});
afterEach(() => server.close());

function answer(pages: readonly (readonly ToBill[])[]): void {
  server.routes.set(list, ({ query }) => {
    const at = Number(query.get('cursor') ?? 0);
    return { json: { items: pages[at] ?? [], next: at + 1 < pages.length ? String(at + 1) : null } };
  });
}
const papersPath = (id: string) => `/api/appointments/${id}/papers`;
const bodiesFor = (id: string) =>
  server.requestsOf(`POST ${papersPath(id)}`).map(({ body }) => JSON.parse(body) as unknown);

it('lists what is to bill with its notes, and says where nothing is [P-9.187, P-9.188]', async () => {
  answer([[waits(first), waits(credited, { kind: 'credit_note', total: 300_00, of })]]);
  const { unmount } = renderSignedIn(server, <ToBillSection />);
  const table = within(await screen.findByRole('table', { name: 'To bill' }));
  const rows = table.getAllByRole('row').slice(1);
  expect(rows[0]).toHaveTextContent(/Person 1.*20 Nov 2026.*Bill.*₹500/);
  expect(rows[1]).toHaveTextContent(/Person 4.*Credit note to T\/26-27\/000001.*₹300/);
  unmount();
  answer([[]]);
  renderSignedIn(server, <ToBillSection />);
  expect(await screen.findByText('Everything is billed')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Bill all' })).toBeNull();
});

it('makes the refund vouchers of its receipt vouchers, with a bill, alone and of who waits for a credit note [P-9.187]', async () => {
  const voucher = { id: '00000000-0000-4000-8000-0000000000f2', number: 'V/26-27/000001' };
  answer([
    [waits(first, { kind: 'refund_voucher', of: voucher }), waits(second)],
    [waits(credited, { kind: 'credit_note', of })],
  ]);
  const paymentId = '00000000-0000-4000-8000-0000000000b1';
  const back = buildProposal({ kind: 'refund_voucher', paymentId, total: 200_00, of: voucher });
  const untaxed = { ...back, of: null };
  const receipt = buildProposal({ paymentId: '00000000-0000-4000-8000-0000000000b2' });
  const offer = (id: string, proposals: readonly (typeof back)[]) => {
    server.routes.set(`GET ${papersPath(id)}`, () => ({
      json: buildBookingPapers({ proposals: [...proposals] }),
    }));
    server.routes.set(`POST ${papersPath(id)}`, () => ({ status: 201, json: buildPaper() }));
  };
  offer(first, [receipt, back, untaxed]);
  offer(second, [buildProposal({ kind: 'tax_invoice' }), receipt, back]);
  offer(credited, [receipt, back, buildProposal({ kind: 'credit_note', of })]);
  const { user } = renderSignedIn(server, <ToBillSection />);
  expect(await screen.findByText('Refund voucher to V/26-27/000001')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Bill all' }));
  await user.click(await screen.findByRole('button', { name: 'Bill all now' }));
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('3 of 3 billed.'));
  const made = { kind: 'refund_voucher', total: 200_00, paymentId, ofId: voucher.id };
  expect(bodiesFor(first)).toEqual([made]);
  expect(bodiesFor(credited)).toEqual([made]);
  expect(bodiesFor(second)).toEqual([made, { kind: 'tax_invoice', total: 500_00 }]);
});

it('bills all pages after one question, no credit note, and says at its row why one failed [P-9.187]', async () => {
  answer([
    [waits(first), waits(second)],
    [waits(third, { kind: 'debit_note', of }), waits(credited, { kind: 'credit_note', of })],
  ]);
  const invoice = buildProposal({ kind: 'tax_invoice' });
  const receipts = ['b1', 'b2'].map((at) =>
    buildProposal({ paymentId: `00000000-0000-4000-8000-0000000000${at}`, total: 250_00 }),
  );
  const creditNote = buildProposal({ kind: 'credit_note', of });
  server.routes.set(`GET ${papersPath(first)}`, () => ({
    json: buildBookingPapers({ proposals: [invoice, creditNote] }),
  }));
  server.routes.set(`GET ${papersPath(second)}`, () => ({
    json: buildBookingPapers({ proposals: receipts }),
  }));
  server.routes.set(`GET ${papersPath(credited)}`, () => ({
    json: buildBookingPapers({ proposals: [creditNote] }),
  }));
  server.routes.set(`GET ${papersPath(third)}`, () => ({
    json: buildBookingPapers({ proposals: [buildProposal({ kind: 'debit_note', of })] }),
  }));
  const refused = 'The address of the recipient is needed.';
  server.routes.set(`POST ${papersPath(first)}`, answerError(409, 'paper.address_needed', refused));
  for (const id of [second, third])
    server.routes.set(`POST ${papersPath(id)}`, () => ({ status: 201, json: buildPaper() }));
  const { user } = renderSignedIn(server, <ToBillSection />);
  await user.click(await screen.findByRole('button', { name: 'Bill all' }));
  expect(bodiesFor(second)).toEqual([]);
  await user.click(await screen.findByRole('button', { name: 'Bill all now' }));
  await waitFor(() =>
    expect(screen.getByRole('status')).toHaveTextContent('2 of 3 billed. 1 failed: the list says why.'),
  );
  const row = screen.getByRole('button', { name: 'Person 1' }).closest('[role="row"]');
  expect(row).toHaveTextContent(refused);
  expect(bodiesFor(first)).toEqual([{ kind: 'tax_invoice', total: 500_00 }]);
  expect(bodiesFor(second)).toEqual(
    receipts.map(({ paymentId }) => ({ kind: 'receipt', total: 250_00, paymentId })),
  );
  expect(bodiesFor(third)).toEqual([{ kind: 'debit_note', total: 500_00, ofId: of.id }]);
  expect(bodiesFor(credited)).toEqual([]);
});
