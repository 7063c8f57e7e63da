import { indiaDate } from '@samay/contract/core/time';
import { describe, expect, it } from 'vitest';
import { lastCreditDay, proposedPapers } from './proposals.ts';
import type { AdvanceMoney, PaperRow } from '../rows/queries.ts';

it.each([
  ['2026-11-21', '2026-11-21', '2027-11-30'],
  ['2027-03-31', '2027-04-01', '2027-11-30'],
  ['2027-04-01', '2027-04-01', '2028-11-30'],
])(
  'lets credit notes lower the invoice of a visit of %s, dated %s, until %s [P-9.45]',
  (visit, dated, last) => {
    expect(lastCreditDay({ dated }, visit, '11-30')).toBe(last);
  },
);

type Money = Partial<AdvanceMoney> & Pick<AdvanceMoney, 'id' | 'kind' | 'paise'>;

/** Builds money in the order in which it was taken. */
const taken = (rows: readonly Money[]): AdvanceMoney[] =>
  rows.map((row, at) => ({
    appointment_id: null,
    patient_id: 'sunita',
    of_id: null,
    pair_id: null,
    cancel_id: null,
    allowed_paise: 0,
    is_late: false,
    moved_id: null,
    billed_id: null,
    was_billed: false,
    is_of_other: false,
    method: 'Cash',
    reference: null,
    reason: null,
    source: 'desk',
    drawer_id: null,
    drawer_period: null,
    corrects_drawer_id: null,
    corrects_period: null,
    taken_by: null,
    noted_by: null,
    taken_at: new Date(Date.UTC(2026, 10, 1, at)),
    ...row,
  }));

const paper = (
  kind: 'bill_of_supply' | 'receipt_voucher' | 'refund_voucher',
  about: Partial<PaperRow>,
): PaperRow =>
  ({ kind, number: about.id, of_id: null, made_at: new Date('2026-11-10'), ...about }) as PaperRow;
/** Builds the receipt voucher of ₹1,000. */
const voucher = (id: string, payment: string) =>
  paper('receipt_voucher', { id, payment_id: payment, total_paise: 1000 });
const answer = (of: string, payment: string, total: number) =>
  paper('refund_voucher', { id: `W-${payment}`, of_id: of, payment_id: payment, total_paise: total });

/** Lists row, amount and receipt voucher of the refund vouchers that are proposed of a cancelled visit. */
const refundVouchers = (...facts: Parameters<typeof proposed>) =>
  proposed(...facts).flatMap(({ kind, paymentId, total, of }) =>
    kind === 'refund_voucher' ? [[paymentId, total, of?.id]] : [],
  );

/** Lists the papers that are proposed of a cancelled visit. */
function proposed(rows: readonly Money[], advances: readonly Money[], papers: readonly PaperRow[]) {
  const tax = { service_id: 'service', holds_from: '2026-04-01', treatment: 'taxable', sac: '9' } as const;
  return proposedPapers({
    booking: {
      id: 'visit',
      status: 'cancelled',
      service_id: 'service',
      appointment_date: '2026-11-24',
      price_paise: 500,
      charges_paise: 0,
      discount_paise: 0,
      allowed_paise: 0,
      kept_on: null,
      amount_paise: null,
      pending_paise: 0,
    },
    dismissed: [],
    today: indiaDate(new Date('2026-11-21')),
    registration: 'regular',
    taxOn: () => ({ ...tax, rate: 1800 }),
    hasAddress: true,
    charges: [],
    rows: taken(rows.map((row) => ({ appointment_id: 'visit', patient_id: null, ...row }))),
    advances: taken(advances),
    papers,
  }).proposals;
}

/** Builds the row of an advance for money that a visit spends, and the row of the visit. */
const spends = (paise: number, about: Partial<Money> = {}): [Money, Money] => [
  { id: 'spent', kind: 'transfer', paise: -paise, pair_id: 'got', ...about },
  { id: 'got', kind: 'transfer', paise, pair_id: 'spent' },
];
const refund = (id: string, of: string, paise: number): Money => ({
  id,
  kind: 'refund',
  paise: -paise,
  of_id: of,
});

describe('money that was spent from an advance and goes back', () => {
  it('answers the oldest voucher, and money of the advance itself the newest [P-9.52]', () => {
    const [spent, got] = spends(600);
    const sources: Money[] = [
      { id: 'first', kind: 'payment', paise: 1000 },
      { id: 'second', kind: 'payment', paise: 1000 },
    ];
    const vouchers = [voucher('V1', 'first'), voucher('V2', 'second')];
    const back = refund('back', 'got', 600);
    expect(refundVouchers([got, back], [...sources, spent], vouchers)).toEqual([['back', 600, 'V1']]);
    const directly = [refund('newest', 'second', 1000), refund('rest', 'first', 400)];
    expect(
      refundVouchers([got, back], [...sources, spent, ...directly], [...vouchers, answer('V1', 'back', 600)]),
    ).toEqual([
      ['newest', 1000, 'V2'],
      ['rest', 400, 'V1'],
    ]);
  });

  it('answers no voucher whose money is given back from the advance itself [P-9.52]', () => {
    const [spent, got] = spends(600);
    const advances: Money[] = [
      { id: 'first', kind: 'payment', paise: 1000 },
      refund('itself', 'first', 1000),
      { id: 'second', kind: 'payment', paise: 1000 },
      spent,
    ];
    const vouchers = [voucher('V1', 'first'), voucher('V2', 'second')];
    expect(refundVouchers([got, refund('back', 'got', 600)], advances, vouchers)).toEqual([
      ['back', 600, 'V2'],
      ['itself', 1000, 'V1'],
    ]);
  });

  it('answers no voucher of another person who is shown with them [P-9.55]', () => {
    const [spent, got] = spends(600);
    const theirs: Money = { id: 'theirs', kind: 'payment', paise: 1000, patient_id: 's patil' };
    const own: Money = { id: 'own', kind: 'payment', paise: 600 };
    const back = refund('back', 'got', 600);
    const vouchers = [voucher('V1', 'theirs')];
    expect(refundVouchers([got, back], [theirs, own, spent], vouchers)).toEqual([]);
    const [ofTheirs] = spends(600, { patient_id: 's patil' });
    expect(refundVouchers([got, back], [theirs, own, ofTheirs], vouchers)).toEqual([['back', 600, 'V1']]);
    // The visit had kept it as an advance of its own person.
    const kept: Money = { id: 'kept', kind: 'transfer', paise: 600, pair_id: 'gave', moved_id: 'got' };
    const again = refund('again', 'kept', 600);
    expect(refundVouchers([got], [theirs, own, ofTheirs, kept, again], vouchers)).toEqual([
      ['again', 600, 'V1'],
    ]);
    // The visit has another person now; what they get back of their other money is not of it.
    const ofOther = [theirs, ofTheirs, kept, again, refund('other', 'theirs', 400)];
    const others = ofOther.map((row) => ({ ...row, patient_id: 's patil', is_of_other: true }));
    expect(refundVouchers([got], others, vouchers)).toEqual([['again', 600, 'V1']]);
  });
});

describe('a voucher whose money a visit with a bill has', () => {
  const billed: Money = {
    id: 'on bill',
    kind: 'transfer',
    paise: -1000,
    billed_id: 'billed',
    pair_id: 'there',
  };
  const first: Money = { id: 'first', kind: 'payment', paise: 1000 };

  it('is answered by nothing more [P-9.56]', () => {
    // A later payment without a voucher became the advance, was spent, and goes back.
    const [spent, got] = spends(800);
    const kept: Money = { id: 'kept', kind: 'transfer', paise: 800, pair_id: 'gave', moved_id: 'paid there' };
    const back = refund('back', 'got', 800);
    const vouchers = [voucher('V1', 'first')];
    expect(refundVouchers([got, back], [first, billed, kept, spent], vouchers)).toEqual([]);
    const partly = { ...billed, paise: -600 };
    expect(refundVouchers([], [first, partly, refund('rest', 'first', 400)], vouchers)).toEqual([
      ['rest', 400, 'V1'],
    ]);
    expect(refundVouchers([got, back], [first, partly, kept, spent], vouchers)).toEqual([
      ['back', 400, 'V1'],
    ]);
  });

  it('is of the oldest money, with a voucher or without [P-9.56]', () => {
    const second: Money = { id: 'second', kind: 'payment', paise: 1000 };
    const back = refund('back', 'second', 1000);
    expect(refundVouchers([], [first, billed, second, back], [voucher('V2', 'second')])).toEqual([
      ['back', 1000, 'V2'],
    ]);
  });

  it('is that of the payment of a visit too, which had become an advance [P-9.56]', () => {
    const kept: Money = { id: 'kept', kind: 'transfer', paise: 1000, pair_id: 'gave', moved_id: 'paid' };
    const later: Money = { id: 'later', kind: 'payment', paise: 1000 };
    const [spent, got] = spends(500);
    const back = refund('back', 'got', 500);
    expect(refundVouchers([got, back], [kept, billed, later, spent], [voucher('V1', 'paid')])).toEqual([]);
  });

  it('is of money for which no refund voucher was given before [P-9.56]', () => {
    // ₹600 of ₹2,000 was spent and given back; the bill has all the rest, and a payment came later.
    const second: Money = { id: 'second', kind: 'payment', paise: 1000 };
    const kept: Money = { id: 'kept', kind: 'transfer', paise: 800, pair_id: 'gave', moved_id: 'paid there' };
    const [spent, got] = spends(800);
    const back = refund('back', 'got', 800);
    const papers = [voucher('V1', 'first'), voucher('V2', 'second'), answer('V1', 'earlier', 600)];
    const advances: Money[] = [
      first,
      second,
      { id: 'spent before', kind: 'transfer', paise: -600, pair_id: 'got before' },
      { ...billed, paise: -1400 },
      kept,
      spent,
    ];
    expect(refundVouchers([got, back], advances, papers)).toEqual([]);
  });

  it('has what came back to the advance before the bill [P-9.56]', () => {
    const kept: Money = { id: 'kept', kind: 'transfer', paise: 1000, billed_id: 'billed', moved_id: 'there' };
    const again: Money = { ...billed, id: 'again', paise: -300, pair_id: 'once more' };
    const [spent, got] = spends(700);
    const back = refund('back', 'got', 700);
    const vouchers = [voucher('V1', 'first')];
    expect(refundVouchers([got, back], [first, billed, kept, again, spent], vouchers)).toEqual([
      ['back', 700, 'V1'],
    ]);
  });
});

it("an advance that bills have, corrected afterwards, has a receipt, and the voucher of a later one is that one's [P-9.174]", () => {
  const at = new Date(Date.UTC(2026, 10, 2));
  const wrong: Money = { id: 'wrong', kind: 'payment', paise: 1000 };
  const later: Money = { id: 'later', kind: 'payment', paise: 1000 };
  const billed: Money = {
    id: 'on bill',
    kind: 'transfer',
    paise: -1000,
    billed_id: 'billed',
    pair_id: 'there',
  };
  const undone: Money = { id: 'undone', kind: 'void', paise: -1000, of_id: 'wrong', taken_at: at };
  const right: Money = { id: 'right', kind: 'payment', paise: 1000, taken_at: at };
  const papers = [{ ...voucher('V1', 'wrong'), is_void: true }, voucher('V2', 'later')];
  const receiptsOf = (rows: readonly Money[]) =>
    proposed([], rows, papers).map(({ kind, paymentId, of }) => [kind, paymentId, of?.id]);
  expect(receiptsOf([wrong, later, billed, undone, right])).toEqual([['receipt', 'right', undefined]]);
  const back = refund('back', 'later', 1000);
  expect(receiptsOf([wrong, later, billed, undone, right, back])).toEqual([
    ['receipt', 'right', undefined],
    ['refund_voucher', 'back', 'V2'],
  ]);
  const partly = { ...billed, paise: -600 };
  expect(receiptsOf([wrong, partly, undone, right])).toEqual([['receipt_voucher', 'right', undefined]]);
});

it('proposes the credit note of the bill with the service first, then of the largest [P-9.188]', () => {
  const bill = (id: string, paise: number, charge: string | null): PaperRow => {
    const item = { charge, description: id, sac: '9', rate: null, total: paise };
    const content = { vouchers: [], items: [{ ...item, taxable: paise, cgst: 0, sgst: 0 }] };
    return paper('bill_of_supply', { id, total_paise: paise, content } as unknown as PaperRow);
  };
  const papers = [bill('small', 100, 'a'), bill('large', 900, 'b'), bill('service', 500, null)];
  const notes = proposed([], [], papers).filter(({ kind }) => kind === 'credit_note');
  expect(notes.map(({ of, total }) => [of?.id, total])).toEqual([
    ['service', 500],
    ['large', 900],
    ['small', 100],
  ]);
});

it('looks at each row and paper of a person a fixed number of times [S-1.8]', () => {
  const looksAt = (count: number) => {
    let looks = 0;
    const counted = <Row extends object>(rows: readonly Row[]) =>
      rows.map((row) => new Proxy(row, { get: (of, name) => ((looks += 1), Reflect.get(of, name)) }));
    const sources = Array.from({ length: count }, (_, at): Money => ({
      id: `m${at}`,
      kind: 'payment',
      paise: 1000,
    }));
    const refunds = sources.slice(0, count / 2).map(({ id }) => refund(`r${id}`, id, 400));
    const [spent, got] = spends(600);
    const back = Array.from({ length: count }, (_, at) => refund(`b${at}`, 'got', 1));
    const vouchers = sources.map(({ id }) => voucher(`V${id}`, id));
    const found = refundVouchers(
      counted([got, ...back]),
      counted([...sources, ...refunds, spent]),
      counted(vouchers),
    );
    expect(found).toHaveLength(1.5 * count);
    return looks;
  };
  expect(looksAt(400)).toBeLessThanOrEqual(4 * looksAt(100));
});
