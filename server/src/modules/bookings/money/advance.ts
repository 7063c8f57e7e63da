import type {
  refundAdvance as refundContract,
  takeAdvance as contract,
} from '@samay/contract/bookings/money';
import type { BodyOf, ReplyOf } from '@samay/contract/core/endpoint';
import { advanceMethod } from '@samay/contract/core/money';
import type { TenantContext } from '../../../context/request-context.ts';
import { assertThat, orNotFound } from '../../../core/app-error.ts';
import { type Announce, inTenantAnnouncing, type Tx } from '../../../db/tenant.ts';
import { atCommit, run, runTogether } from '../../../db/transaction.ts';
import { auditValues, insertAct } from '../../audit/index.ts';
import { lockedMoney, lockingMoney } from '../rows/change.ts';
import { lockedBooking, lockingBooking } from '../rows/fetch.ts';
import { mayWith } from '../rows/policy.ts';
import type { AppointmentRow } from '../rows/queries.ts';
import { countPerson } from '../../people/index.ts';
import { tallyChanges } from '../tallies/tallies.ts';
import {
  remainingPaise,
  type Noted,
  paymentOn,
  makeRefund,
  transferRows,
  insertPayment,
  type NewPayment,
  type PaymentRow,
} from '../../ledger/index.ts';
import type { DecidedMoney } from './change-money.ts';
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
  const rows = shares.map((share) =>
    transferRows({ appointmentId: booking.id, cancelId: booking.cancel_id, ...share }, noted),
  );
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
 * @throws `advance.exceeded`
 */
export async function refundAdvance(
  context: TenantContext,
  { params, body }: Input<BodyOf<typeof refundContract>>,
): Promise<ReplyOf<typeof refundContract>> {
  return changeAdvance(context, params.id, async ({ tx, advances, patientId, noted }) => {
    const shares = divideShares(advances, patientId, body.amount);
    const rows = await run(tx, context, readAdvanceRows({ ids: shares.map((share) => share.patientId) }));
    const given = shares.flatMap((share) => refunded(rows, share, body, noted));
    return { action: 'money.advance_refunded', rows: given, method: body.method };
  });
}

interface LockedAdvances {
  readonly tx: Tx;
  readonly patientId: string;
  readonly advances: readonly AdvanceRow[];
  readonly noted: Noted;
}

interface AdvanceWritten {
  readonly action: 'money.advance_taken' | 'money.advance_refunded';
  readonly rows: readonly NewPayment[];
  readonly method: string;
}

/** Changes the advance of a booking's person in one transaction. Returns the new advance. */
async function changeAdvance(
  context: TenantContext,
  id: string,
  decide: (locked: LockedAdvances) => Promise<AdvanceWritten>,
): Promise<{ advance: number }> {
  return inTenantAnnouncing(context, async (tx, announce) => {
    const locked = await runTogether(tx, context, {
      ...lockingBooking(context, id),
      ...lockingMoney(context, []),
    });
    const booking = await lockedBooking(tx, context, locked);
    assertThat(mayWith(booking, context).includes('recordPayment'), 'access.denied');
    const { patientId, advances } = await lockedAdvances(tx, context, booking);
    const { noted } = await lockedMoney(tx, context, locked);
    const written = await decide({ tx, patientId, advances, noted });
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
  { action, rows, method }: AdvanceWritten,
): void {
  for (const tally of tallyChanges([], rows).people) atCommit(tx, context, countPerson(tally));
  for (const row of rows) atCommit(tx, context, insertPayment(row));
  const detail = {
    payment: rows[0]?.id,
    paise: Math.abs(rows.reduce((sum, { paise }) => sum + paise, 0)),
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
  { method, reference, reason }: BodyOf<typeof refundContract>,
  noted: Noted,
): NewPayment[] {
  const refunds: NewPayment[] = [];
  let wanted = paise;
  for (const row of rows.toReversed()) {
    const share = row.patient_id === patientId ? Math.min(wanted, remainingPaise(row, rows)) : 0;
    if (share <= 0) continue;
    refunds.push(makeRefund(row, { paise: share, method, reference, reason }, noted));
    wanted -= share;
  }
  assertThat(wanted === 0, 'advance.exceeded');
  return refunds;
}
