import { randomUUID } from 'node:crypto';
import type { Appointment } from '@samay/contract/bookings/appointments';
import type { Cancellation } from '@samay/contract/bookings/transitions';
import { classifyPaymentMethod } from '@samay/contract/core/money';
import { allowed, type TenantContext } from '../../../context/request-context.ts';
import { assertThat, orNotFound } from '../../../core/app-error.ts';
import { inTenantAnnouncing } from '../../../db/tenant.ts';
import { runTogether } from '../../../db/transaction.ts';
import {
  cancelling,
  changeAppointment,
  decideChange,
  type ForClosing,
  lockedMoney,
  type LockedRows,
  lockingAllMoney,
  type MoneyChange,
} from '../rows/change.ts';
import { lockedBooking, lockingBooking } from '../rows/fetch.ts';
import { present } from '../rows/present.ts';
import type { AppointmentRow } from '../rows/queries.ts';
import { type ChangedBooking, writeBookings } from '../rows/write.ts';
import { isOnline, leftPaise, refundsOnline } from './online-money.ts';
import {
  assertCashThere,
  drawerLeft,
  remainingPaise,
  makeRefund,
  transferRows,
  type NewPayment,
} from '../../ledger/index.ts';

interface Input {
  readonly params: { id: string };
  readonly body?: Cancellation | undefined;
  readonly closing?: ForClosing | undefined;
  /** The method by which money goes back whose own was not noted, if no method is given for all. */
  readonly otherwise?: string | null | undefined;
}

/** The reason of the rows of money; the booking keeps the one that was given. */
export const moneyReason = 'Cancelled';

/**
 * Cancels a scheduled or no-show booking. By default its money stays; otherwise it is given back or
 * becomes an advance of its person, in the same transaction. Each payment goes back by its own
 * method unless another one is given, and cash from the drawer that took it while that is open.
 * Money that was paid online goes back online whatever the method: who gives one has seen how much that is, or
 * names the method by which it came.
 * @throws `payment.needs_method` where neither is known; `refund.online`; `access.denied` where the caller may not
 * give money back, `drawer.below_zero`, `booking.changed`, and the errors of `decideChange`
 */
export async function cancelAppointment(
  context: TenantContext,
  { params: { id }, body, closing, otherwise }: Input,
): Promise<Appointment> {
  if (!body || body.money === 'leave')
    return changeAppointment(context, id, cancelling(body?.reason, closing));
  assertMayReturn(context, body);
  return inTenantAnnouncing(context, async (tx, announce) => {
    const locked = await runTogether(tx, context, {
      ...lockingBooking(context, id),
      ...lockingAllMoney(context, [id]),
    });
    const booking = await lockedBooking(tx, context, locked);
    const money = await lockedMoney(tx, context, locked);
    const changed = decideCancel(booking, context, { body, closing, otherwise }, money);
    if (!changed) return present(booking, context);
    await assertCashThere(tx, context, changed.money?.payments ?? [], body);
    writeBookings({ tx, announce }, context, [changed]);
    return present(changed.after, context);
  });
}

/** @throws `access.denied` where the caller may not give back what a cancellation gives back */
export function assertMayReturn(context: TenantContext, { money }: Pick<Cancellation, 'money'>): void {
  assertThat(money !== 'refund' || allowed(context, 'payments.refund'), 'access.denied');
}

/** Decides the cancellation of a locked booking whose money moves; null where nothing changes. */
export function decideCancel(
  booking: AppointmentRow,
  context: TenantContext,
  { body, closing, otherwise }: Omit<Input, 'params' | 'body'> & { readonly body: Cancellation },
  locked: LockedRows,
): ChangedBooking | null {
  const cancelId = randomUUID();
  const withMoney = {
    ...cancelling(body.reason, closing, cancelId),
    money: () => returnedMoney(booking, locked, { ...body, otherwise, cancelId }),
  };
  const changed = decideChange(booking, context, withMoney, locked);
  const detail = { ...changed?.detail, money: body.money, paise: booking.amount_paise ?? 0 };
  return changed && { ...changed, detail };
}

type Returned = Pick<Cancellation, 'money' | 'method' | 'online'> & {
  readonly otherwise: Input['otherwise'];
  readonly cancelId: string;
};

function returnedMoney(
  booking: AppointmentRow,
  locked: LockedRows,
  { money, cancelId, online, ...by }: Returned,
): MoneyChange {
  const { rows, noted } = locked;
  const refunds = money === 'refund' ? makeRefunds(locked, by) : [];
  const asked = money === 'refund' ? refundsOnline(locked, { reason: moneyReason, cancel_id: cancelId }) : [];
  if (by.method && (online !== undefined || !isByOwnMethod(by.method, [...refunds, ...asked], rows))) {
    const sent = asked.reduce((sum, { paise }) => sum + paise, 0);
    assertThat(sent === (online ?? 0), 'refund.online');
  }
  const refunded = new Set([...refunds, ...asked].map(({ of_id: id }) => id));
  const moved = rows.flatMap((row) => {
    const left = refunded.has(row.id) ? 0 : leftPaise(row, locked);
    if (left === 0) return [];
    const patientId = orNotFound(booking.patient_id);
    const kept = { appointmentId: booking.id, patientId, reason: moneyReason, cancelId };
    return transferRows({ ...kept, paise: -left, ofId: row.id }, noted);
  });
  return {
    payments: [...refunds.map((refund) => ({ ...refund, cancel_id: cancelId })), ...moved],
    refunds: asked,
  };
}

/**
 * Returns whether a method is the one by which all that goes back came, at the desk too: a tab of the release before
 * names it, and has seen no sum.
 */
function isByOwnMethod(
  method: string,
  back: readonly Pick<NewPayment, 'of_id'>[],
  rows: LockedRows['rows'],
): boolean {
  const own = back.map(({ of_id: id }) => rows.find((row) => row.id === id)?.method);
  return own.every((each) => each && classifyPaymentMethod(each) === classifyPaymentMethod(method));
}

/**
 * Returns the refunds of what is left of a booking's money, each by the method of its payment unless
 * another one is given, and cash from the drawer that took it. Money of an advance is refunded only
 * by a given method, and money that came through the provider goes back there (`refundsOnline`).
 * @throws `payment.needs_method`
 */
export function makeRefunds(
  { rows, drawers, noted, online }: LockedRows,
  { method, otherwise }: Pick<Returned, 'method' | 'otherwise'>,
): NewPayment[] {
  return rows.flatMap((row) => {
    const left = isOnline(row, { rows, online }) ? 0 : remainingPaise(row, rows);
    if (left === 0 || (!method && row.kind === 'transfer')) return [];
    const by = (method ?? row.method) || otherwise || null;
    const drawer = drawerLeft(row, by, {}, { drawers, own: noted.drawer });
    return [makeRefund(row, { paise: left, method: by, reason: moneyReason }, { ...noted, drawer })];
  });
}
