import type { Appointment, Corrections } from '@samay/contract/bookings/appointments';
import { isReachable } from '@samay/contract/people/contact';
import { isOwner } from '@samay/contract/core/roles';
import { invalidEmail } from '@samay/contract/core/text';
import type { TenantContext } from '../../../context/request-context.ts';
import { AppError, assertThat } from '../../../core/app-error.ts';
import { runTogether } from '../../../db/transaction.ts';
import { assertCashThere, correctedRows, isClosed, mayCorrectClosed } from '../../ledger/index.ts';
import {
  untilAllLocked,
  assertFactsKnown,
  givenFacts,
  lockHousehold,
  moveHousehold,
} from '../../people/index.ts';
import {
  type Change,
  changeAppointment,
  type LockedRows,
  lockingAllMoney,
  type MoneyChange,
} from '../rows/change.ts';
import { lockedBooking, lockingBooking } from '../rows/fetch.ts';
import { mayWith } from '../rows/policy.ts';
import { getDue } from '../rows/present.ts';
import type { AppointmentChanges, AppointmentRow } from '../rows/queries.ts';
import type { Writing } from '../rows/write.ts';

interface Input {
  readonly params: { id: string };
  readonly body: Corrections;
}

/**
 * Corrects payment, amount and the person's details of a booking, and the facts about that person. Omitted fields stay; the audit
 * row names the changed ones. An amount becomes rows of money: the difference is taken, or own
 * payments are voided. An email may be removed where a contact number remains. The booking then
 * belongs to the person that it names (decision 0027). On request all who share the former number
 * get the corrected one, with all of their bookings.
 * @throws `payment.changed`, `payment.needs_refund`, `payment.closed`, `payment.above_due`, `drawer.below_zero`,
 * `person.exists`, `person.too_many_bookings`
 */
export async function correctAppointment(
  context: TenantContext,
  { params, body }: Input,
): Promise<Appointment> {
  assertFactsKnown(body, context);
  const facts = givenFacts(body);
  const change: Change = {
    may: 'recordPayment',
    otherwise: 'access.denied',
    action: 'corrected',
    announced: (values, { status }) =>
      values.person_name !== undefined && status === 'scheduled' ? 'renamed' : 'details_corrected',
    set: (booking) => changedColumns(getColumns(body), booking),
    ...(Object.keys(facts).length > 0 && { facts }),
    ...((body.amount !== undefined || body.paymentMethod !== undefined) && {
      money: (booking, locked) => correctedMoney(booking, locked, body, context),
      locking: lockingAllMoney,
      assertMoney: async (tx, payments) => assertCashThere(tx, context, payments, body),
    }),
  };
  if (!body.forAll) return changeAppointment(context, params.id, change);
  const first = (writing: Writing) => moveNumber(writing, context, params.id, body);
  return untilAllLocked(() => changeAppointment(context, params.id, { ...change, first }));
}

/** Gives all who share the number of a booking's person the corrected one. */
async function moveNumber(
  { tx, announce }: Writing,
  context: TenantContext,
  id: string,
  { personContact: contact, personName: name }: Corrections,
): Promise<void> {
  if (contact === undefined) return;
  const household = await lockHousehold(tx, context, { of: { booking: id }, contact, name });
  if (!household) return;
  const booking = await lockedBooking(
    tx,
    context,
    await runTogether(tx, context, lockingBooking(context, id)),
  );
  assertThat(mayWith(booking, context).includes('recordPayment'), 'access.denied');
  await moveHousehold(tx, context, household, 'personContact');
  announce('appointments', household.of);
}

function getColumns(body: Input['body']): AppointmentChanges {
  return {
    ...(body.paymentId !== undefined && { payment_id: body.paymentId || null }),
    ...(body.personName !== undefined && { person_name: body.personName }),
    ...(body.personEmail !== undefined && { person_email: body.personEmail }),
    ...(body.personContact !== undefined && { person_contact: body.personContact || null }),
  };
}

function changedColumns(columns: AppointmentChanges, booking: AppointmentRow): AppointmentChanges {
  const { person_email: personEmail, person_contact: personContact } = { ...booking, ...columns };
  if (!isReachable({ personEmail, personContact }))
    throw new AppError('request.invalid', { fields: { personEmail: invalidEmail } });
  return Object.fromEntries(
    Object.entries(columns).filter(([name, value]) => booking[name as keyof AppointmentRow] !== value),
  );
}

function correctedMoney(
  booking: AppointmentRow,
  { rows, drawers, noted }: LockedRows,
  { amount, amountBefore, paymentMethod, paymentId }: Corrections,
  context: TenantContext,
): MoneyChange | null {
  const method = paymentMethod === undefined ? undefined : paymentMethod || null;
  const isOther =
    (amount !== undefined && amount !== booking.amount_paise) ||
    (method !== undefined && method !== booking.payment_method);
  if (!isOther) return null;
  // Accepts a value that is already stored: the request was repeated, or two desks took one
  // payment.
  const isMore = (amount ?? 0) > (booking.amount_paise ?? 0);
  assertThat(booking.status !== 'cancelled' || !isMore, 'payment.cancelled');
  const isSeen = amountBefore === undefined || amountBefore === booking.amount_paise;
  assertThat(isSeen, 'payment.changed');
  const due = getDue(booking);
  const more = (amount ?? 0) - (booking.amount_paise ?? 0);
  assertThat(!isMore || due === null || more <= due, 'payment.above_due');
  const { caller } = context;
  const corrected = { amount, method, reference: paymentId || null };
  return {
    payments: correctedRows({ ...booking, rows }, corrected, noted, {
      mayVoid: (row) => row.source !== 'online' && (isOwner(caller.role) || row.taken_by === caller.userId),
      isClosed: (row) => isClosed(row, drawers),
      mayCorrect: mayCorrectClosed(context),
    }),
    noted: method,
  };
}
