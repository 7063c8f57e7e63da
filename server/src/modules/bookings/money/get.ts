import type { BookingMoney, CashDrawer, MoneyRow } from '@samay/contract/bookings/money';
import { classifyPaymentMethod } from '@samay/contract/core/money';
import { isoOf } from '@samay/contract/core/time';
import { allowed, type TenantContext } from '../../../context/request-context.ts';
import { orNotFound } from '../../../core/app-error.ts';
import { onlyRow } from '../../../db/transaction.ts';
import { mayWith } from '../rows/policy.ts';
import { type AppointmentRow, findShown } from '../rows/queries.ts';
import {
  type ChargeRow,
  type DrawerState,
  readChargeList,
  readCharges,
  openDrawerId,
  readDrawerRules,
  readDrawerStates,
  type OpenPeriod,
  type PaymentRow,
  readPayments,
  readMoneyRules,
  mayCorrectClosed,
  mayRemoveCharge,
  mayVoid,
  mostDiscount,
} from '../../ledger/index.ts';
import {
  listRefundsOf,
  type OnlineMoneyRow,
  readOnlineMoney,
  readUncaptured,
  type Uncaptured,
} from '../../online-payments/index.ts';
import { readShown } from '../../visibility/index.ts';
import { isBilled } from './charges.ts';
import { isCorrectable } from './correction.ts';
import { isVoidable } from './give-back.ts';
import { isOnline, isWithdrawn, leftPaise } from './online-money.ts';
import {
  mostCorrectable,
  findLastBilled,
  findPaidVisit,
  listNames,
  readDiscounts,
  readOpenAdvances,
  sumAdvance,
} from './queries.ts';

/** Returns the rows of money of a booking with who noted them, and the advance of its person. */
export async function getMoney(
  context: TenantContext,
  { params: { id } }: { params: { id: string } },
): Promise<BookingMoney> {
  const { rows } = await readShown(context, (view) => ({
    booking: findShown(view, { bookingId: id }),
    payments: readPayments({ ids: [id] }),
    online: readOnlineMoney({ ids: [id] }),
    onlineRefunds: listRefundsOf({ bookingId: id }),
    uncaptured: readUncaptured({ bookingId: id, since: context.now }),
    charges: readCharges({ id }),
    billed: findLastBilled({ id }),
    chargeList: readChargeList({}),
    discounts: readDiscounts({ id }),
    advances: readOpenAdvances({ id }),
    drawers: readDrawerStates({}),
    ownDrawer: readDrawerRules({ userId: context.caller.userId }),
    names: listNames({ id }),
    advance: sumAdvance({ id }),
    paidVisit: findPaidVisit({ id }),
    rules: readMoneyRules({}),
  }));
  const booking = orNotFound(rows.booking[0]);
  const names = new Map(rows.names.map((row) => [row.id, row.name]));
  const nameOf = (user: string | null) => (user === null ? null : (names.get(user) ?? null));
  const most = mostDiscount(context, onlyRow(rows.rules), booking.allowed_paise);
  const mayTake = mayWith(booking, context).includes('recordPayment');
  const none = { mayRefund: false, mayVoid: false, mayCorrect: false };
  const presentAll = (all: readonly PaymentRow[]) =>
    all.map((row) => ({
      ...presentRow(row, all, rows.online),
      by: nameOf(row.noted_by),
      drawerId: openDrawerId(row, rows.drawers),
      ...(mayTake ? rightsOn(row, all, { ...rows, isLocked: booking.is_locked }, context) : none),
    }));
  const removals = new Map(rows.charges.map((row) => [row.of_id, row]));
  const presentCharge = (charge: ChargeRow) => {
    const { added_at: at, added_by: by, id: chargeId, name, paise } = charge;
    const removal = removals.get(chargeId);
    return {
      id: chargeId,
      name,
      paise,
      at: isoOf(at),
      by: nameOf(by),
      removed: removal ? { at: isoOf(removal.added_at), by: nameOf(removal.added_by) } : null,
      mayRemove:
        mayTake &&
        !booking.is_locked &&
        !removal &&
        mayRemoveCharge(charge, context, most) &&
        !isBilled(charge, rows.billed[0]?.made_at),
    };
  };
  return {
    rows: presentAll(rows.payments),
    advanceRows: changeable(presentAll(rows.advances)),
    discounts: rows.discounts.map(({ given_at: at, given_by: by, ...row }) => ({
      ...row,
      at: isoOf(at),
      by: nameOf(by),
    })),
    charges: rows.charges.filter(({ paise }) => paise > 0).map(presentCharge),
    chargeList: [...onlyRow(rows.chargeList).charge_list],
    onlineRefunds: rows.onlineRefunds
      .filter(({ state }) => state !== 'done' && state !== 'noted')
      .map(({ id: refundId, paise, state, asked_at: at }) => ({
        id: refundId,
        paise,
        hasFailed: state === 'failed',
        at: isoOf(at),
      })),
    authorized: presentAuthorized(booking, onlyRow(rows.uncaptured)),
    advance: onlyRow(rows.advance).advance,
    mostDiscount: most,
    drawers:
      mayTake && allowed(context, 'payments.refund')
        ? presentDrawers(rows.drawers, onlyRow(rows.ownDrawer).own_drawer, context)
        : [],
    freeAfter: rows.paidVisit[0]?.date ?? null,
  };
}

/** Presents what is paid online and not captured yet: the business's cancel gives all of it back, its person's by the rule. */
function presentAuthorized(booking: AppointmentRow, { paise, back }: Uncaptured): BookingMoney['authorized'] {
  if (paise === 0) return null;
  if (isWithdrawn(booking)) return { paise, back: paise };
  return { paise, back: booking.status === 'cancelled' ? back : 0 };
}

/** Lists the rows of an advance that the caller may void, and the newest that they may correct. */
function changeable(rows: readonly MoneyRow[]): MoneyRow[] {
  const correctable = new Set(rows.filter(({ mayCorrect }) => mayCorrect).slice(-mostCorrectable));
  return rows.filter((row) => row.mayVoid || correctable.has(row));
}

/** Lists the drawers from which the caller may give cash back: their own, then the open ones. */
function presentDrawers(
  drawers: readonly DrawerState[],
  own: string,
  { tenantId }: TenantContext,
): CashDrawer[] {
  const others = drawers.filter(({ id, is_used }) => id !== own && is_used);
  return [
    { id: own, holder: null, isOwn: true },
    ...others.map(({ id, name }) => ({ id, holder: id === tenantId ? null : { id, name }, isOwn: false })),
  ];
}

function presentRow(
  row: PaymentRow,
  rows: readonly PaymentRow[],
  online: readonly OnlineMoneyRow[],
): Omit<MoneyRow, 'by' | 'drawerId' | 'mayRefund' | 'mayVoid' | 'mayCorrect'> {
  return {
    id: row.id,
    kind: row.kind,
    paise: row.paise,
    method: row.method === null ? null : classifyPaymentMethod(row.method),
    reference: row.reference,
    reason: row.reason,
    ...(row.allowed_paise > 0 && { allowed: row.allowed_paise }),
    ...(row.is_late && { isLate: true as const }),
    ...(row.corrects_drawer_id !== null && { isCorrection: true as const }),
    ofId: row.of_id,
    at: isoOf(row.taken_at),
    left: leftPaise(row, { rows, online }),
    ...(isOnline(row, { rows, online }) && { isOnline: true as const }),
  };
}

function rightsOn(
  row: PaymentRow,
  rows: readonly PaymentRow[],
  {
    drawers,
    online,
    isLocked,
  }: {
    readonly drawers: readonly OpenPeriod[];
    readonly online: readonly OnlineMoneyRow[];
    readonly isLocked: boolean;
  },
  context: TenantContext,
): Pick<MoneyRow, 'mayRefund' | 'mayVoid' | 'mayCorrect'> {
  return {
    mayRefund: leftPaise(row, { rows, online }) > 0 && allowed(context, 'payments.refund'),
    mayVoid:
      (!isLocked || row.is_late || row.patient_id !== null) &&
      isVoidable(row, rows, drawers) &&
      mayVoid(row, context),
    mayCorrect: isCorrectable(row, rows, drawers) && mayCorrectClosed(context),
  };
}
