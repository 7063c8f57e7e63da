import { expect, it } from 'vitest';
import {
  computeMoneyColumns,
  remainingPaise,
  paymentOn,
  makeRefund,
  transferRows,
  makeVoid,
} from './payment-rows.ts';
import { correctedRows } from './correction-rows.ts';
import type { PaymentRow } from './queries.ts';

const noted = { by: 'asha', at: new Date('2026-11-21T04:30:00Z') };
const booking = { appointment_id: 'visit' };

function paid(paise: number, method: string | null): PaymentRow {
  return paymentOn(booking, { paise, method }, noted);
}

function refunded(row: PaymentRow, paise: number, method: string): PaymentRow {
  return makeRefund(row, { paise, method, reason: 'Goodwill' }, noted);
}

const [upi, cash, zero] = [paid(300, 'UPI'), paid(200, 'Cash'), paid(0, 'Cash')];
const refund = refunded(upi, 100, 'Cash');
const [spent] = transferRows({ appointmentId: 'visit', patientId: 'sunita', paise: 250 }, noted);
const kept = transferRows(
  { appointmentId: 'visit', patientId: 'sunita', paise: -300, ofId: upi.id, reason: 'Cancelled' },
  noted,
);

it.each([
  ['nothing', [], null, null, null],
  ['one payment', [upi], 300, { UPI: 300 }, 'UPI'],
  ['two methods, the larger first', [cash, upi], 500, { Cash: 200, UPI: 300 }, 'UPI + Cash'],
  ['two payments of one method', [upi, paid(1, 'UPI')], 301, { UPI: 301 }, 'UPI'],
  ['no method', [paid(500, null)], 500, { '': 500 }, null],
  ['a typed zero', [zero], 0, { Cash: 0 }, 'Cash'],
  ['a refund by another method', [upi, refund], 200, { UPI: 200 }, 'UPI'],
  ['all given back', [upi, refunded(upi, 300, 'UPI')], null, null, null],
  ['a voided refund', [upi, refund, makeVoid(refund, 'Wrong', noted)], 300, { UPI: 300 }, 'UPI'],
  ['a voided payment', [upi, cash, makeVoid(upi, 'Wrong', noted)], 200, { Cash: 200 }, 'Cash'],
  ['a voided zero', [zero, makeVoid(zero, 'Wrong', noted)], null, null, null],
  ['an advance that is spent', [cash, spent], 450, { Advance: 250, Cash: 200 }, 'Advance + Cash'],
  ['money that is kept as an advance', [upi, cash, kept[0]], 200, { Cash: 200 }, 'Cash'],
] as const)('adds up %s [P-9.3]', (_, rows, amount, paidBy, method) => {
  expect(computeMoneyColumns(rows, null)).toEqual({
    amount_paise: amount,
    revenue_paise: amount,
    paid_by: paidBy,
    payment_method: method,
  });
});

it('keeps a method that is noted without an amount [P-9.3]', () => {
  expect(computeMoneyColumns([], 'UPI').payment_method).toBe('UPI');
});

it('gives both accounts of a transfer opposite rows that name each other [P-9.3]', () => {
  const [onBooking, onPerson] = kept;
  expect([onBooking.paise, onPerson.paise]).toEqual([-300, 300]);
  expect([onBooking.pair_id, onPerson.pair_id]).toEqual([onPerson.id, onBooking.id]);
  expect([onBooking.appointment_id, onPerson.patient_id]).toEqual(['visit', 'sunita']);
});

it('counts a void in the takings of the user who took the row [P-9.10]', () => {
  const row = makeVoid(upi, 'Wrong person', { by: 'owner', at: noted.at });
  expect([row.taken_by, row.noted_by]).toEqual(['asha', 'owner']);
});

const before = (...rows: PaymentRow[]) => ({ id: 'visit', ...computeMoneyColumns(rows, null), rows });

/** Lists what is written: the kind, the paise and the method. */
function corrected(
  rows: PaymentRow[],
  to: { amount?: number | null; method?: string | null },
  mayVoid = true,
) {
  const written = correctedRows(before(...rows), to, noted, {
    mayVoid: () => mayVoid,
    isClosed: () => false,
    mayCorrect: false,
  });
  const after = computeMoneyColumns([...rows, ...written], null).amount_paise;
  return { rows: written.map(({ kind, paise, method }) => [kind, paise, method]), after };
}

it.each([
  ['a first amount', [], { amount: 500, method: 'UPI' }, [['payment', 500, 'UPI']], 500],
  ['a first zero', [], { amount: 0 }, [['payment', 0, null]], 0],
  ['more, by the method of before', [upi], { amount: 500 }, [['payment', 200, 'UPI']], 500],
  ['more, by another method', [upi], { amount: 500, method: 'Cash' }, [['payment', 200, 'Cash']], 500],
  ['the same', [upi], { amount: 300, method: 'UPI' }, [], 300],
  ['nothing said', [upi], {}, [], 300],
  [
    'less: the row is voided, and what stands of it written again',
    [upi],
    { amount: 100 },
    [
      ['void', -300, 'UPI'],
      ['payment', 100, 'UPI'],
    ],
    100,
  ],
  ['less by what was taken last', [upi, cash], { amount: 300 }, [['void', -200, 'Cash']], 300],
  [
    'less than the first of two',
    [upi, cash],
    { amount: 250 },
    [
      ['void', -200, 'Cash'],
      ['void', -300, 'UPI'],
      ['payment', 250, 'UPI'],
    ],
    250,
  ],
  [
    'another method',
    [upi],
    { method: 'Card' },
    [
      ['void', -300, 'UPI'],
      ['payment', 300, 'Card'],
    ],
    300,
  ],
  [
    'no amount',
    [upi, cash],
    { amount: null },
    [
      ['void', -200, 'Cash'],
      ['void', -300, 'UPI'],
    ],
    null,
  ],
  ['no amount instead of a zero', [zero], { amount: null }, [['void', -0, 'Cash']], null],
  [
    'zero instead of an amount',
    [upi],
    { amount: 0 },
    [
      ['void', -300, 'UPI'],
      ['payment', 0, 'UPI'],
    ],
    0,
  ],
  [
    'another method of a zero',
    [zero],
    { method: 'UPI' },
    [
      ['void', -0, 'Cash'],
      ['payment', 0, 'UPI'],
    ],
    0,
  ],
] as const)('corrects the amount to %s [P-9.8]', (_, rows, to, written, after) => {
  expect(corrected([...rows], to)).toEqual({ rows: written, after });
});

it.each([
  ['somebody else took', [upi], { amount: 100 }, false],
  ['was partly given back', [upi, refund], { amount: 100 }, true],
  ['came from an advance', [spent], { amount: 100 }, true],
] as const)('refuses to take back what %s [P-9.8]', (_, rows, to, mayVoid) => {
  expect(() => corrected([...rows], to, mayVoid)).toThrow(
    expect.objectContaining({ code: 'payment.needs_refund' }),
  );
});

it('writes each payment again by the right method, in the drawer and the takings that have it [P-9.234]', () => {
  const own = (row: PaymentRow, taken_by: string) => ({
    ...row,
    taken_by,
    drawer_id: taken_by,
    drawer_period: 2,
  });
  const two = [own(upi, 'asha'), own(paid(200, 'UPI'), 'ravi')];
  const written = (to: { amount?: number; method: string }) =>
    correctedRows(before(...two), to, noted, {
      mayVoid: () => true,
      isClosed: () => false,
      mayCorrect: false,
    })
      .filter(({ kind }) => kind === 'payment')
      .map((row) => [row.paise, row.method, row.drawer_id, row.taken_by]);
  expect(written({ method: 'Cash' })).toEqual([
    [200, 'Cash', 'ravi', 'ravi'],
    [300, 'Cash', 'asha', 'asha'],
  ]);
  expect(written({ method: 'Cash', amount: 250 })).toEqual([[250, 'Cash', 'asha', 'asha']]);
});

it('asks by which of several methods more was paid [P-9.68]', () => {
  const several = 'UPI + Cash';
  for (const to of [{ amount: 700 }, { amount: 700, method: several }])
    expect(() => corrected([upi, cash], to)).toThrow(
      expect.objectContaining({ code: 'payment.needs_method', field: 'paymentMethod' }),
    );
  expect(corrected([upi, cash], { amount: 700, method: 'Card' }).rows).toEqual([['payment', 200, 'Card']]);
});

it('leaves nothing of a row that takes away', () => {
  expect([remainingPaise(refund, [upi, refund]), remainingPaise(upi, [upi, refund])]).toEqual([0, 200]);
});

it('looks at each row a fixed number of times, however many an account has [S-1.8]', () => {
  const looksAt = (count: number) => {
    let looks = 0;
    const payments = Array.from({ length: count }, () => paid(200, 'UPI'));
    const rows = [...payments, ...payments.map((row) => refunded(row, 100, 'UPI'))].map(
      (row) => new Proxy(row, { get: (of, name) => ((looks += 1), Reflect.get(of, name)) }),
    );
    expect(rows.reduce((sum, row) => sum + remainingPaise(row, rows), 0)).toBe(100 * count);
    expect(computeMoneyColumns(rows, null).amount_paise).toBe(100 * count);
    return looks;
  };
  expect(looksAt(400)).toBeLessThanOrEqual(4 * looksAt(100));
});
