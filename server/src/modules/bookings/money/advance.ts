import type {
  correctPayment as correctContract,
  refundAdvance as refundContract,
  takeAdvance as contract,
  voidAdvance as voidContract,
} from '@samay/contract/bookings/money';
import type { BodyOf, ReplyOf } from '@samay/contract/core/endpoint';
import { advanceMethod } from '@samay/contract/core/money';
import type { TenantContext } from '../../../context/request-context.ts';
import { assertThat, orNotFound } from '../../../core/app-error.ts';
import { type Announce, inTenantAnnouncing, type Tx } from '../../../db/tenant.ts';
import { atCommit, run, runTogether } from '../../../db/transaction.ts';
import { auditValues, insertAct } from '../../audit/index.ts';
import { lockedMoney, lockingAllMoney, lockingMoney } from '../rows/change.ts';
import { lockedBooking, lockingBooking } from '../rows/fetch.ts';
import { mayWith } from '../rows/policy.ts';
import type { AppointmentRow } from '../rows/queries.ts';
import { countPerson } from '../../people/index.ts';
import { tallyChanges } from '../tallies/tallies.ts';
import {
  assertCashThere,
  drawerLeft,
  remainingPaise,
  type Noted,
  paymentOn,
  makeRefund,
  makeVoid,
  mayVoid,
  transferRows,
  insertPayment,
  type NewPayment,
  type OpenPeriod,
  type PaymentRow,
} from '../../ledger/index.ts';
import type { DecidedMoney } from './change-money.ts';
import { correctedWithRefunds, isCorrectable } from './correction.ts';
import { isVoidable } from './give-back.ts';
import { type AdvanceRow, lockAdvances, readAdvanceRows } from './queries.ts';

interface Input<Body> {
  readonly params: { id: string };
  readonly body: Body;
}

/**
 * Decides how the advance of a booking's person is spent on it: their own first, then the advances
 * of those shown with them.
 * @throws `advance.exceeded`
 */
export async function spentAdvance(
  tx: Tx,
  context: TenantContext,
  booking: AppointmentRow,
  paise: number,
): Promise<DecidedMoney> {
  const { patientId, advances } = await lockedAdvances(tx, context, booking);
  const noted = { by: context.caller.userId, at: context.now };
  const shares = divideShares(advances, patientId, paise);
  const rows = shares.map((share) => transferRows({ appointmentId: booking.id, ...share }, noted));
  return {
    payments: rows.flat(),
    action: 'money.advance_spent',
    detail: { payment: rows[0]?.[0].id, paise, method: advanceMethod },
  };
}

/** Takes money in advance from the person of a booking. */
export async function takeAdvance(
  context: TenantContext,
  { params, body }: Input<BodyOf<typeof contract>>,
): Promise<ReplyOf<typeof contract>> {
  return changeAdvance(context, params.id, async ({ patientId, noted }) => {
    const { amount: paise, method, reference } = body;
    const payment = paymentOn({ patient_id: patientId }, { paise, method, reference }, noted);
    return { action: 'money.advance_taken', rows: [payment], method };
  });
}

/**
 * Gives money of the advance of a booking's person back, from what was taken last.
 * @throws `advance.exceeded`, `drawer.below_zero`
 */
export async function refundAdvance(
  context: TenantContext,
  { params, body }: Input<BodyOf<typeof refundContract>>,
): Promise<ReplyOf<typeof refundContract>> {
  const decide = async ({ tx, advances, patientId, ...locked }: LockedAdvances): Promise<AdvanceWritten> => {
    const shares = divideShares(advances, patientId, body.amount);
    const rows = await run(tx, context, readAdvanceRows({ ids: shares.map((share) => share.patientId) }));
    const given = shares.flatMap((share) => refunded(rows, share, body, locked));
    await assertCashThere(tx, context, given, body);
    return { action: 'money.advance_refunded', rows: given, method: body.method };
  };
  return changeAdvance(context, params.id, decide, lockingAllMoney);
}

/**
 * Voids a whole payment of the advance of a booking's person, or a refund of it, that was noted by
 * mistake. Both rows stay.
 * @throws `payment.not_voidable` where money of it was given back or its drawer is closed,
 * `advance.exceeded` where it is spent, `access.denied`
 */
export async function voidAdvance(
  context: TenantContext,
  { params, body }: Input<BodyOf<typeof voidContract>>,
): Promise<ReplyOf<typeof contract>> {
  const decide = async ({ tx, advances, drawers, noted }: LockedAdvances): Promise<AdvanceWritten> => {
    const rows = await run(tx, context, readAdvanceRows({ ids: advances.map(({ id }) => id) }));
    const row = orNotFound(rows.find(({ id }) => id === body.payment));
    assertThat(mayVoid(row, context), 'access.denied');
    assertThat(isVoidable(row, rows, drawers), 'payment.not_voidable');
    const left = advances.find(({ id }) => id === row.patient_id)?.advance_paise ?? 0;
    assertThat(row.paise <= left, 'advance.exceeded');
    const written = makeVoid(row, body.reason, noted);
    await assertCashThere(tx, context, [written], body);
    return { action: 'money.voided', rows: [written], voided: row.id, method: row.method };
  };
  return changeAdvance(context, params.id, decide, lockingAllMoney);
}

/**
 * Corrects a payment of the advance of a booking's person, or a refund of it, whose drawer was closed, as
 * `correctPayment` does.
 * @throws `payment.not_correctable`, `payment.exceeded`, `advance.exceeded`
 */
export async function correctAdvance(
  context: TenantContext,
  { params, body }: Input<BodyOf<typeof correctContract>>,
): Promise<void> {
  const decide = async ({ tx, advances, ...locked }: LockedAdvances): Promise<AdvanceWritten> => {
    const rows = await run(tx, context, readAdvanceRows({ ids: advances.map(({ id }) => id) }));
    const row = orNotFound(rows.find(({ id }) => id === body.payment));
    assertThat(isCorrectable(row, rows, locked.drawers), 'payment.not_correctable');
    const { amount: paise, method, reference, reason } = body;
    const paid = row.kind === 'refund' ? orNotFound(rows.find(({ id }) => id === row.of_id)) : undefined;
    assertThat(!paid || paise + row.paise <= remainingPaise(paid, rows), 'payment.exceeded');
    const more = (row.kind === 'refund' ? -paise : paise) - row.paise;
    const left = advances.find(({ id }) => id === row.patient_id)?.advance_paise ?? 0;
    assertThat(left + more >= 0, 'advance.exceeded');
    const correction = { paise, method, reference, reason };
    const { written } = correctedWithRefunds(row, correction, { ...locked, rows });
    return { action: 'money.corrected', rows: written, voided: row.id, paise, method };
  };
  await changeAdvance(context, params.id, decide, lockingAllMoney);
}

interface LockedAdvances {
  readonly tx: Tx;
  readonly patientId: string;
  readonly advances: readonly AdvanceRow[];
  readonly drawers: readonly OpenPeriod[];
  readonly noted: Noted;
}

interface AdvanceWritten {
  readonly action: 'money.advance_taken' | 'money.advance_refunded' | 'money.voided' | 'money.corrected';
  readonly rows: readonly NewPayment[];
  readonly voided?: string;
  /** The corrected amount; by default the sum of the rows. */
  readonly paise?: number;
  readonly method: string | null;
}

/** Changes the advance of a booking's person in one transaction. Returns the new advance. */
async function changeAdvance(
  context: TenantContext,
  id: string,
  decide: (locked: LockedAdvances) => Promise<AdvanceWritten>,
  locking = lockingMoney,
): Promise<{ advance: number }> {
  return inTenantAnnouncing(context, async (tx, announce) => {
    const locked = await runTogether(tx, context, {
      ...lockingBooking(context, id),
      ...locking(context, []),
    });
    const booking = await lockedBooking(tx, context, locked);
    assertThat(mayWith(booking, context).includes('recordPayment'), 'access.denied');
    const { patientId, advances } = await lockedAdvances(tx, context, booking);
    const { drawers, noted } = await lockedMoney(tx, context, locked);
    const written = await decide({ tx, patientId, advances, drawers, noted });
    writeAdvance(tx, announce, context, booking, written);
    const before = advances.reduce((sum, row) => sum + row.advance_paise, 0);
    return { advance: written.rows.reduce((sum, { paise }) => sum + paise, before) };
  });
}

function writeAdvance(
  tx: Tx,
  announce: Announce,
  context: TenantContext,
  { id }: AppointmentRow,
  { action, rows, voided, paise, method }: AdvanceWritten,
): void {
  for (const tally of tallyChanges([], rows).people) atCommit(tx, context, countPerson(tally));
  for (const row of rows) atCommit(tx, context, insertPayment(row));
  const detail = {
    payment: voided ?? rows[0]?.id,
    ...(voided !== undefined && { noted: rows[0]?.id }),
    paise: paise ?? Math.abs(rows.reduce((sum, row) => sum + row.paise, 0)),
    method,
  };
  atCommit(tx, context, insertAct({ ...auditValues(context, action, detail), object: id }));
  announce('appointments', id);
}

async function lockedAdvances(tx: Tx, context: TenantContext, { patient_id: named }: AppointmentRow) {
  const patientId = orNotFound(named);
  return { patientId, advances: await run(tx, context, lockAdvances({ patientId })) };
}

interface Share {
  readonly patientId: string;
  readonly paise: number;
}

/**
 * Divides an amount among the advances of people who are shown together, the booking's person
 * first.
 * @throws `advance.exceeded`
 */
function divideShares(advances: readonly AdvanceRow[], patientId: string, paise: number): Share[] {
  const ordered = advances.toSorted(
    (one, other) => Number(other.id === patientId) - Number(one.id === patientId),
  );
  const shares: Share[] = [];
  let wanted = paise;
  for (const { id, advance_paise: advance } of ordered) {
    const share = Math.min(wanted, advance);
    if (share <= 0) continue;
    shares.push({ patientId: id, paise: share });
    wanted -= share;
  }
  assertThat(wanted === 0, 'advance.exceeded');
  return shares;
}

/** Returns the refunds that make up a person's share, from the rows that were taken last. */
function refunded(
  rows: readonly PaymentRow[],
  { patientId, paise }: Share,
  body: BodyOf<typeof refundContract>,
  { drawers, noted }: Pick<LockedAdvances, 'drawers' | 'noted'>,
): NewPayment[] {
  const { method, reference, reason } = body;
  const refunds: NewPayment[] = [];
  let wanted = paise;
  for (const row of rows.toReversed()) {
    const share = row.patient_id === patientId ? Math.min(wanted, remainingPaise(row, rows)) : 0;
    if (share <= 0) continue;
    const drawer = drawerLeft(row, method, body, { drawers, own: noted.drawer });
    refunds.push(makeRefund(row, { paise: share, method, reference, reason }, { ...noted, drawer }));
    wanted -= share;
  }
  assertThat(wanted === 0, 'advance.exceeded');
  return refunds;
}
