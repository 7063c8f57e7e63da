import type { BookingMoney, MoneyRow } from '@samay/contract/bookings/money';
import { classifyPaymentMethod } from '@samay/contract/core/money';
import { isoOf } from '@samay/contract/core/time';
import { allowed, type TenantContext } from '../../../context/request-context.ts';
import { orNotFound } from '../../../core/app-error.ts';
import { onlyRow } from '../../../db/transaction.ts';
import { mayWith } from '../rows/policy.ts';
import { findShown } from '../rows/queries.ts';
import {
  readPeriods,
  type OpenPeriod,
  remainingPaise,
  type PaymentRow,
  readPayments,
  readMoneyRules,
  mayVoid,
  mostDiscount,
} from '../../ledger/index.ts';
import { readShown } from '../../visibility/index.ts';
import { isVoidable } from './give-back.ts';
import { findPaidVisit, listNames, readDiscounts, sumAdvance } from './queries.ts';

/** Returns the rows of money of a booking with who noted them, and the advance of its person. */
export async function getMoney(
  context: TenantContext,
  { params: { id } }: { params: { id: string } },
): Promise<BookingMoney> {
  const { rows } = await readShown(context, (view) => ({
    booking: findShown(view, { bookingId: id }),
    payments: readPayments({ ids: [id] }),
    discounts: readDiscounts({ id }),
    periods: readPeriods({ ids: [id] }),
    names: listNames({ id }),
    advance: sumAdvance({ id }),
    paidVisit: findPaidVisit({ id }),
    rules: readMoneyRules({}),
  }));
  const booking = orNotFound(rows.booking[0]);
  const names = new Map(rows.names.map((row) => [row.id, row.name]));
  const nameOf = (user: string | null) => (user === null ? null : (names.get(user) ?? null));
  const rules = onlyRow(rows.rules);
  const mayTake = mayWith(booking, context).includes('recordPayment');
  return {
    rows: rows.payments.map((row) => ({
      ...presentRow(row, rows.payments),
      by: nameOf(row.noted_by),
      ...(mayTake ? rightsOn(row, rows, context) : { mayRefund: false, mayVoid: false }),
    })),
    discounts: rows.discounts.map(({ given_at: at, given_by: by, ...row }) => ({
      ...row,
      at: isoOf(at),
      by: nameOf(by),
    })),
    advance: onlyRow(rows.advance).advance,
    mostDiscount: mostDiscount(context, rules),
    freeAfter: rows.paidVisit[0]?.date ?? null,
  };
}

function presentRow(
  row: PaymentRow,
  rows: readonly PaymentRow[],
): Omit<MoneyRow, 'by' | 'mayRefund' | 'mayVoid'> {
  return {
    id: row.id,
    kind: row.kind,
    paise: row.paise,
    method: row.method === null ? null : classifyPaymentMethod(row.method),
    reference: row.reference,
    reason: row.reason,
    ofId: row.of_id,
    at: isoOf(row.taken_at),
    left: remainingPaise(row, rows),
  };
}

function rightsOn(
  row: PaymentRow,
  { payments, periods }: { readonly payments: PaymentRow[]; readonly periods: readonly OpenPeriod[] },
  context: TenantContext,
): Pick<MoneyRow, 'mayRefund' | 'mayVoid'> {
  return {
    mayRefund: remainingPaise(row, payments) > 0 && allowed(context, 'payments.refund'),
    mayVoid: isVoidable(row, payments, periods) && mayVoid(row, context),
  };
}
