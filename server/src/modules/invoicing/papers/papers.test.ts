import { randomUUID } from 'node:crypto';
import { cancelAppointment, markNoShow } from '@samay/contract/bookings/transitions';
import {
  getMoney,
  refundPayment,
  setDiscount,
  takeAdvance,
  takePayment,
  voidPayment,
} from '@samay/contract/bookings/money';
import {
  exportPapers,
  exportPaperSums,
  getPaper,
  listBookingPapers,
  listPapers,
  makePaper,
  type PaperProposal,
} from '@samay/contract/invoicing/papers';
import { setPaperSettings, setServiceTax } from '@samay/contract/invoicing/paper-settings';
import { changeBusinessDetails } from '@samay/contract/tenancy/business-details';
import { listServices } from '@samay/contract/availability/services';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testApp, type TestApp, testNow } from '../../../../test/fixtures/app.ts';
import {
  buildAppointment,
  buildTenant,
  type BuiltTenant,
  signInAs,
} from '../../../../test/fixtures/builders.ts';
import type { Client } from '../../../../test/fixtures/client.ts';
import { tenantIdOf } from '../../../context/tenant-id.ts';
import { inTenant } from '../../../db/tenant.ts';

let app: TestApp;
let clinic: BuiltTenant;
let owner: Client;
let desk: Client;
beforeAll(async () => {
  app = await testApp();
});
beforeEach(async () => {
  app.setNow(testNow);
  clinic = await buildTenant(app, { plan: 'enterprise', times: 'apart' });
  owner = await signInAs(app, clinic, 'BUSINESS_OWNER', { name: 'Priya Nair' });
  desk = await signInAs(app, clinic, 'EMPLOYEE', { name: 'Asha Kulkarni' });
});
afterAll(() => app.close());

const registered = {
  registration: 'regular',
  legalName: 'City Care LLP',
  gstin: '27AAPFU0939F1ZV',
  prefix: 'PN',
  automatic: false,
  creditNotesUntil: '11-30',
} as const;
const taxable = { treatment: 'taxable', sac: '999652', rate: 1800, from: '2026-04-01' } as const;
const nowhere = { telephone: null, registrationNumber: null, mapLink: null };

async function register(rules: object = {}, tax: object | null = taxable): Promise<void> {
  await owner.call(changeBusinessDetails, { body: { ...nowhere, address: '12, MG Road\nPune 411001' } });
  await owner.call(setPaperSettings, { body: { ...registered, ...rules } });
  if (tax)
    await owner.call(setServiceTax, { params: { id: await serviceId() }, body: tax as typeof taxable });
}
const serviceId = async () => (await owner.call(listServices)).body.items[0]?.id ?? '';

const sunita = { personName: 'Sunita Patil', price: 500_00, date: '2026-11-21', claimsNothing: true };
const visit = async (about: object = {}) => buildAppointment(app, clinic, { ...sunita, ...about });
const take = async (id: string, amount: number, amountBefore: number | null = null, method = 'Cash') =>
  desk.call(takePayment, { params: { id }, body: { amount, method, amountBefore } });
const papersOf = async (id: string) => (await desk.call(listBookingPapers, { params: { id } })).body;
const proposed = async (id: string) => (await papersOf(id)).proposals.map(({ kind, total }) => [kind, total]);

const getBody = ({ kind, total, paymentId, of }: PaperProposal) => ({
  kind,
  total,
  paymentId,
  ofId: of?.id ?? null,
});
/** Makes the proposal of a kind of a booking. */
async function make(id: string, kind: PaperProposal['kind'], more: object = {}) {
  const proposal = (await papersOf(id)).proposals.find((each) => each.kind === kind);
  if (!proposal) throw new Error(`${kind} is not proposed`);
  return desk.call(makePaper, { params: { id }, body: { ...getBody(proposal), ...more } });
}

describe('a business without GST', () => {
  it('gives a receipt for what was paid, without a word of tax, and one for what comes later [P-9.41]', async () => {
    const id = await visit();
    expect(await papersOf(id)).toEqual({ papers: [], proposals: [], credit: null, missing: null });
    await take(id, 200_00);
    const { body: first } = await make(id, 'receipt');
    expect(first).toMatchObject({
      kind: 'receipt',
      number: 'R/26-27/000001',
      date: '2026-11-21',
      by: 'Asha Kulkarni',
      recipient: { name: 'Sunita Patil', address: null, gstin: null },
      description: 'General Consultation, 21 Nov 2026',
      placeOfSupply: null,
      sac: null,
      rate: null,
      total: 200_00,
      taxable: 200_00,
      cgst: 0,
      payments: [{ date: '2026-11-21', method: 'Cash', paise: 200_00, reference: null }],
      notes: [],
    });
    expect(await proposed(id)).toEqual([]);
    owner = await later('2026-11-21T05:00:00.000Z');
    await take(id, 300_00, 200_00, 'gpay');
    const { body: second } = await make(id, 'receipt');
    expect(second).toMatchObject({ number: 'R/26-27/000002', total: 300_00 });
    expect(second.payments).toEqual([{ date: '2026-11-21', method: 'UPI', paise: 300_00, reference: null }]);
    expect((await papersOf(id)).papers.map(({ number }) => number)).toEqual([first.number, second.number]);
    expect((await desk.call(getPaper, { params: { id: first.id } })).body).toEqual(first);
  });

  it('makes no paper for nothing, of another total, or twice', async () => {
    const id = await visit();
    const body = { kind: 'receipt', total: 500_00 } as const;
    const refused = { code: 'paper.changed' };
    expect((await desk.call(makePaper, { params: { id }, body })).error).toMatchObject(refused);
    await take(id, 500_00);
    const more = { ...body, total: 600_00 };
    expect((await desk.call(makePaper, { params: { id }, body: more })).error).toMatchObject(refused);
    const invoice = { ...body, kind: 'tax_invoice' } as const;
    expect((await desk.call(makePaper, { params: { id }, body: invoice })).error).toMatchObject(refused);
    const answers = await Promise.all(
      [1, 2, 3].map(async () => desk.call(makePaper, { params: { id }, body })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    // The refused ones took no number.
    const other = await visit();
    await take(other, 100_00);
    expect((await make(other, 'receipt')).body.number).toBe('R/26-27/000002');
  });
});

describe('a registered business', () => {
  it('says first where it is and how its service is taxed [P-9.42]', async () => {
    const id = await visit();
    await owner.call(setPaperSettings, { body: registered });
    expect(await papersOf(id)).toMatchObject({ proposals: [], missing: 'address' });
    await owner.call(changeBusinessDetails, { body: { ...nowhere, address: '12, MG Road' } });
    expect(await papersOf(id)).toMatchObject({ proposals: [], missing: 'service_tax' });
    const body = { kind: 'tax_invoice', total: 500_00 } as const;
    const refused = await desk.call(makePaper, { params: { id }, body });
    expect(refused.error).toMatchObject({ code: 'paper.settings_missing' });
  });

  it('gives a tax invoice for a visit, its tax in equal halves, paid or not [P-9.43, P-9.47]', async () => {
    await register();
    const id = await visit();
    expect(await proposed(id)).toEqual([['tax_invoice', 500_00]]);
    const { body: invoice } = await make(id, 'tax_invoice', {
      recipientName: 'Deccan Sports Club',
      recipientAddress: 'Baner, Pune',
      recipientGstin: '36AAPFU0939F1ZW',
    });
    expect(invoice).toMatchObject({
      number: 'PNT/26-27/000001',
      seller: { legalName: 'City Care LLP', address: '12, MG Road\nPune 411001', gstin: registered.gstin },
      recipient: { name: 'Deccan Sports Club', address: 'Baner, Pune', gstin: '36AAPFU0939F1ZW' },
      placeOfSupply: 'Maharashtra (27)',
      sac: '999652',
      rate: 1800,
      total: 500_00,
      taxable: 423_72,
      cgst: 38_14,
      sgst: 38_14,
      payments: [],
    });
    expect(await proposed(id)).toEqual([['credit_note', 500_00]]);
  });

  it('invoices the price less the discount, and nothing of a visit that is to come or was missed [P-9.42]', async () => {
    await register();
    const id = await visit({ price: 2000_00 });
    await owner.call(setDiscount, {
      params: { id },
      body: { discount: 200_00, discountBefore: 0, reason: 'Goodwill' },
    });
    expect((await make(id, 'tax_invoice')).body).toMatchObject({ total: 1800_00, taxable: 1525_42 });
    expect(await proposed(await visit({ date: '2026-11-22', time: '12:00' }))).toEqual([]);
    const missed = await visit({ time: '16:00' });
    await desk.call(markNoShow, { params: { id: missed } });
    expect(await proposed(missed)).toEqual([]);
  });

  it.each([
    ['of an exempt service', {}, { ...taxable, treatment: 'exempt', rate: null }, []],
    [
      'under the composition scheme',
      { registration: 'composition' },
      null,
      ['Composition taxable person, not eligible to collect tax on supplies'],
    ],
  ])('gives a bill of supply %s, without tax [P-9.42]', async (_which, rules, tax, notes) => {
    await register(rules, tax);
    const id = await visit();
    await take(id, 500_00);
    const { body: bill } = await make(id, 'bill_of_supply');
    const untaxed = { total: 500_00, taxable: 500_00, cgst: 0, sgst: 0, rate: null };
    expect(bill).toMatchObject({ ...untaxed, number: 'PNB/26-27/000001', notes });
  });

  it('gives a voucher for money before the visit, which the invoice names [P-9.44, P-9.184]', async () => {
    await register();
    const id = await visit({ date: '2026-11-24' });
    await take(id, 500_00);
    expect(await proposed(id)).toEqual([['receipt_voucher', 500_00]]);
    const { body: voucher } = await make(id, 'receipt_voucher');
    expect(voucher).toMatchObject({
      number: 'PNV/26-27/000001',
      description: 'Advance for General Consultation, 24 Nov 2026',
      cgst: 38_14,
      payments: [{ paise: 500_00 }],
    });
    expect(await proposed(id)).toEqual([]);
    owner = await later('2026-11-24T06:00:00.000Z');
    const { body: invoice } = await make(id, 'tax_invoice');
    expect(invoice.of).toBeNull();
    expect(invoice.vouchers).toEqual([{ number: voucher.number, date: '2026-11-21', paise: 500_00 }]);
    expect(invoice.payments).toMatchObject([{ date: '2026-11-21', paise: 500_00 }]);
  });

  it('gives a refund voucher for money that goes back before the visit [P-9.44]', async () => {
    await register();
    const id = await visit({ date: '2026-11-24' });
    await take(id, 500_00);
    const { body: voucher } = await make(id, 'receipt_voucher');
    await owner.call(cancelAppointment, { params: { id }, body: { money: 'refund', method: 'Cash' } });
    const { body: back } = await make(id, 'refund_voucher');
    expect(back).toMatchObject({
      number: 'PNW/26-27/000001',
      total: 500_00,
      cgst: 38_14,
      of: { number: voucher.number },
    });
    expect(await proposed(id)).toEqual([]);
  });

  it('gives no refund voucher for a refund that was voided, and one without tax of money that an invoice has [P-9.44, P-9.182]', async () => {
    await register();
    const id = await visit({ date: '2026-11-24' });
    await take(id, 500_00);
    await make(id, 'receipt_voucher');
    const rows = async () => (await owner.call(getMoney, { params: { id } })).body.rows;
    const [taken] = await rows();
    const refund = { payment: taken?.id ?? '', amount: 500_00, method: 'Cash', reason: 'Paid twice' };
    const giveBack = async () =>
      owner.call(refundPayment, { params: { id }, body: { ...refund, amountBefore: 500_00 } });
    await giveBack();
    const refunded = (await rows()).find(({ kind }) => kind === 'refund');
    await owner.call(voidPayment, {
      params: { id },
      body: { payment: refunded?.id ?? '', reason: 'Wrong person' },
    });
    expect(await proposed(id)).toEqual([]);
    owner = await later('2026-11-24T06:00:00.000Z');
    await make(id, 'tax_invoice');
    await make(id, 'credit_note', { reason: 'Goodwill' });
    await giveBack();
    expect(await proposed(id)).toEqual([
      ['tax_invoice', 500_00],
      ['refund_voucher', 500_00],
    ]);
    expect((await make(id, 'refund_voucher')).body).toMatchObject({ of: null, rate: null, taxable: 500_00 });
  });

  it('raises an invoice by a debit note with its tax, and lowers each by its own notes [P-9.185]', async () => {
    await register();
    const id = await visit({ price: null });
    await take(id, 200_00);
    const { body: invoice } = await make(id, 'tax_invoice', { recipientName: 'Deccan Club' });
    await take(id, 300_00, 200_00);
    const ofVisit = async () => (await proposed(id)).filter(([kind]) => kind !== 'receipt');
    expect(await ofVisit()).toEqual([
      ['debit_note', 300_00],
      ['credit_note', 200_00],
    ]);
    // A rate that holds from today changes no invoice, and none of its notes.
    await owner.call(setServiceTax, {
      params: { id: await serviceId() },
      body: { ...taxable, rate: 500, from: '2026-11-21' },
    });
    const { body: note } = await make(id, 'debit_note');
    expect(note).toMatchObject({ number: 'PND/26-27/000001', rate: 1800, cgst: 22_88, taxable: 254_24 });
    expect(note).toMatchObject({
      of: { number: invoice.number, date: invoice.date },
      recipient: invoice.recipient,
    });
    await make(id, 'credit_note', { total: 50_00, reason: 'Goodwill' });
    // A part that was credited is not invoiced again.
    expect(await ofVisit()).toEqual([
      ['credit_note', 250_00],
      ['credit_note', 200_00],
    ]);
    await make(id, 'credit_note', { reason: 'Goodwill' });
    await make(id, 'credit_note', { reason: 'Goodwill' });
    expect((await papersOf(id)).papers.filter(({ kind }) => kind === 'tax_invoice')).toHaveLength(1);
  });

  it("gives a voucher for a person's advance, once, whichever booking shows it", async () => {
    await register();
    const [id, other] = [await visit({ date: '2026-11-24' }), await visit({ date: '2026-11-25' })];
    await desk.call(takeAdvance, { params: { id }, body: { amount: 1000_00, method: 'UPI' } });
    expect(await proposed(other)).toEqual([['receipt_voucher', 1000_00]]);
    expect((await make(id, 'receipt_voucher')).body).toMatchObject({
      description: 'Advance',
      taxable: 847_46,
    });
    expect(await proposed(other)).toEqual([]);
    expect((await papersOf(other)).papers).toHaveLength(1);
  });

  it('lowers an invoice by credit notes up to its total, with a reason and the tax of its day [P-9.45]', async () => {
    await register();
    const id = await visit();
    const { body: invoice } = await make(id, 'tax_invoice', { recipientName: 'Deccan Club' });
    const unreasoned = await make(id, 'credit_note', { total: 100_00 });
    expect(unreasoned.error).toMatchObject({ fields: { reason: 'Please enter a reason' } });
    // A rate that holds from today changes no invoice, and none of its credit notes.
    await owner.call(setServiceTax, {
      params: { id: await serviceId() },
      body: { ...taxable, rate: 500, from: '2026-11-21' },
    });
    const reason = 'Wrong amount';
    const { body: note } = await make(id, 'credit_note', { total: 118_00, reason });
    expect(note.recipient).toEqual(invoice.recipient);
    expect(note).toMatchObject({ taxable: 100_00, rate: 1800, reason, of: { number: invoice.number } });
    const most = await make(id, 'credit_note', { total: 382_01, reason });
    expect(most.error).toMatchObject({ code: 'paper.changed' });
    expect(await proposed(id)).toEqual([['credit_note', 382_00]]);
    await make(id, 'credit_note', { reason });
    // The whole invoice is credited: the visit can be invoiced again, by the tax that its day has now.
    expect((await make(id, 'tax_invoice')).body).toMatchObject({ rate: 500, number: 'PNT/26-27/000002' });
  });

  it('numbers a credit note in its own financial year, up to the last day that the owner has set [P-9.45]', async () => {
    await register();
    const [id, other] = [await visit(), await visit({ time: '16:00' })];
    for (const each of [id, other]) await make(each, 'tax_invoice');
    owner = await later('2027-03-31T19:00:00.000Z');
    expect((await make(id, 'credit_note', { total: 100_00, reason: 'Goodwill' })).body).toMatchObject({
      number: 'PNC/27-28/000001',
      date: '2027-04-01',
      of: { number: 'PNT/26-27/000001' },
    });
    owner = await later('2027-11-30T12:00:00.000Z');
    expect((await make(id, 'credit_note', { total: 1_00, reason: 'Goodwill' })).status).toBe(201);
    owner = await later('2027-11-30T19:00:00.000Z');
    const late = await make(other, 'credit_note', { reason: 'Goodwill' });
    expect(late.error).toMatchObject({ code: 'paper.credit_note_late' });
  });

  it('names the address of a recipient from ₹50,000 [P-9.47]', async () => {
    await register();
    const id = await visit({ price: 50_000_00 });
    const refused = await make(id, 'tax_invoice');
    expect([refused.error?.code, Object.keys(refused.error?.fields ?? {})]).toEqual([
      'paper.address_needed',
      ['recipientAddress'],
    ]);
    expect((await make(id, 'tax_invoice', { recipientAddress: 'Baner, Pune' })).status).toBe(201);
  });
});

describe('for the accountant', () => {
  it('lists papers and exports them, a line each, and their sums by SAC and rate [P-9.49]', async () => {
    await register();
    const [one, other] = [await visit(), await visit({ time: '16:00', personName: '=Ravi' })];
    for (const id of [one, other]) await make(id, 'tax_invoice');
    await make(one, 'credit_note', { total: 118_00, reason: 'Goodwill' });
    const query = { from: '2026-11-01', to: '2026-11-30' };
    const { body: page } = await owner.call(listPapers, { query });
    expect(page.items).toHaveLength(3);
    expect(page.items.map(({ number, recipient }) => [number, recipient])).toEqual([
      ['PNT/26-27/000002', '=Ravi'],
      ['PNT/26-27/000001', 'Sunita Patil'],
      ['PNC/26-27/000001', 'Sunita Patil'],
    ]);
    expect((await owner.call(listPapers, { query: { from: '2026-12-01', to: '2026-12-31' } })).body).toEqual({
      items: [],
      next: null,
    });
    const lines = await toCsv(exportPapers.path);
    expect(lines[0]).toMatch(/^\ufeffNumber,Paper,Date,Recipient,GSTIN/);
    expect(lines).toContainEqual(
      expect.stringMatching(
        /^PNT\/26-27\/000002,Tax invoice,2026-11-21,'=Ravi,,Maharashtra \(27\),"General Consultation, 21 Nov 2026",999652,18,423\.72,38\.14,38\.14,500\.00,/,
      ),
    );
    expect(lines).toContainEqual(
      expect.stringMatching(
        /^PNC\/26-27\/000001,Credit note,.*-100\.00,-9\.00,-9\.00,-118\.00,PNT\/26-27\/000001,/,
      ),
    );
    expect(await toCsv(exportPaperSums.path)).toEqual([
      '\ufeffSAC,Rate (%),Receipts and Invoices,Taxable Value (INR),CGST (INR),SGST (INR),Total (INR)',
      '999652,18,3,747.44,67.28,67.28,882.00',
    ]);
  });
});

it('gives no number twice and leaves none out while many are made concurrently [P-9.46]', async () => {
  const ids = await Promise.all(
    Array.from({ length: 12 }, async (_, at) => visit({ time: `1${at % 10}:${at < 10 ? '00' : '30'}` })),
  );
  for (const id of ids) await take(id, 100_00);
  // Requests each twice concurrently: one of the two is refused.
  const made = await Promise.all(
    [...ids, ...ids].map(async (id) =>
      desk.call(makePaper, { params: { id }, body: { kind: 'receipt', total: 100_00 } }),
    ),
  );
  const numbers = made.flatMap(({ status, body }) => (status === 201 ? [body.number] : []));
  expect(numbers.toSorted()).toEqual(ids.map((_, at) => `R/26-27/${String(at + 1).padStart(6, '0')}`));
});

it('keeps a paper as it is, whatever the server tries [P-9.46]', async () => {
  const id = await visit();
  await take(id, 500_00);
  await make(id, 'receipt');
  const work = { database: app.database, tenantId: tenantIdOf(clinic.id), now: new Date(testNow) };
  await expect(
    inTenant(work, (tx) =>
      tx.updateTable('papers').set({ total_paise: 1 }).where('tenant_id', '=', clinic.id).execute(),
    ),
  ).rejects.toThrow('permission denied');
  await expect(
    inTenant(work, (tx) => tx.deleteFrom('papers').where('tenant_id', '=', clinic.id).execute()),
  ).rejects.toThrow('permission denied');
  // A number that is not the next of its series, or another business's, is refused too.
  const row = {
    tenant_id: clinic.id,
    id: randomUUID(),
    kind: 'bill_of_supply',
    dated: '2026-11-21',
  } as const;
  const sums = { total_paise: 1, taxable_paise: 1, cgst_paise: 0, sgst_paise: 0, content: {} as never };
  const again = { number: 'R/26-27/000001', series: 'R/26-27', position: 1 };
  const doubled = { ...row, ...sums, ...again, made_at: new Date(testNow), appointment_id: id };
  await expect(inTenant(work, (tx) => tx.insertInto('papers').values(doubled).execute())).rejects.toThrow(
    'duplicate key',
  );
});

/** Moves the clock, and signs in again. */
async function later(instant: string): Promise<Client> {
  app.setNow(instant);
  desk = await signInAs(app, clinic, 'EMPLOYEE', { name: 'Asha Kulkarni' });
  return signInAs(app, clinic, 'BUSINESS_OWNER');
}

async function toCsv(url: string): Promise<string[]> {
  const query = { from: '2026-11-01', to: '2026-11-30' };
  const { body } = await app.app.inject({ method: 'GET', url, query, headers: owner.headers() });
  return body.trimEnd().split('\r\n');
}
