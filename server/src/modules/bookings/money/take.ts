import type { Appointment } from '@samay/contract/bookings/appointments';
import type { takeAll as takeAllContract, takePayment as contract } from '@samay/contract/bookings/money';
import { advanceMethod, classifyPaymentMethod, Paise } from '@samay/contract/core/money';
import type { BodyOf, ReplyOf } from '@samay/contract/core/endpoint';
import { indiaDate } from '@samay/contract/core/time';
import type { TenantContext } from '../../../context/request-context.ts';
import { AppError, assertThat, orNotFound } from '../../../core/app-error.ts';
import { inTenantAnnouncing } from '../../../db/tenant.ts';
import { runTogether } from '../../../db/transaction.ts';
import { usageOf, usageOn } from '../../tenancy/index.ts';
import { lockedMoney, lockingMoney } from '../rows/change.ts';
import { mayWith } from '../rows/policy.ts';
import { getDue, present } from '../rows/present.ts';
import { type AppointmentRow, findShownIn, lockBookings } from '../rows/queries.ts';
import { writeBookings } from '../rows/write.ts';
import { type Noted, paymentOn } from '../../ledger/index.ts';
import { visibilityIn } from '../../visibility/index.ts';
import { spentAdvance } from './advance.ts';
import { addedCharge } from './charges.ts';
import { changeMoney, type DecidedMoney, withMoney } from './change-money.ts';

interface Input {
  readonly params: { id: string };
  readonly body: BodyOf<typeof contract>;
}

interface Taken {
  readonly amount: number;
  readonly amountBefore: number | null;
  readonly method: string;
  readonly reference?: string | null | undefined;
}

/**
 * Takes money for a booking, or spends the advance of its person on it. The part above its due becomes
 * a charge or an advance.
 * @throws `payment.cancelled`, `payment.changed` where the amount is not as the caller saw it,
 * `payment.above_due` where neither is chosen, `advance.exceeded`, and the errors of `addedCharge`
 */
export async function takePayment(context: TenantContext, { params, body }: Input): Promise<Appointment> {
  return changeMoney(context, params.id, async ({ tx, booking, noted }) => {
    const isAdvance = classifyPaymentMethod(body.method) === advanceMethod;
    const above = aboveDue(booking, body.amount);
    assertThat(above === 0 || (body.above && !isAdvance), 'payment.above_due');
    if (above > 0 && body.above?.as === 'advance') {
      const money = takenAbove(booking, body, { above, noted });
      assertTakable(booking, { ...body, amount: body.amount - above });
      return money;
    }
    assertTakable(booking, body);
    if (isAdvance) return spentAdvance(tx, context, booking, body.amount);
    const money = taken(booking, body, noted);
    if (above === 0 || body.above?.as !== 'charge') return money;
    const { charges, detail } = await addedCharge(tx, context, booking, {
      ...body.above,
      paise: above,
      noted,
    });
    return { ...money, charges, detail: { ...money.detail, ...detail, paise: body.amount } };
  });
}

/**
 * Takes the dues of several bookings: one payment for each, all of them or none. The bookings are
 * locked in the order of their ids.
 * @throws `not_found`, `payment.cancelled`, `payment.changed`, `payment.above_due`
 */
export async function takeAll(
  context: TenantContext,
  { body: { bookings, method, reference } }: { body: BodyOf<typeof takeAllContract> },
): Promise<ReplyOf<typeof takeAllContract>> {
  const ids = [...new Set(bookings.map(({ id }) => id))];
  assertThat(ids.length === bookings.length, 'request.malformed');
  return inTenantAnnouncing(context, async (tx, announce) => {
    const locked = await runTogether(tx, context, {
      bookings: lockBookings({ ids }),
      ...lockingMoney(context, ids),
      usage: usageOn(indiaDate(context.now)),
    });
    const isHiding = usageOf(locked.usage).hidden > 0;
    const visibility = isHiding ? (await visibilityIn(tx, context)).visibility : 'everything';
    const view = { order: context.businessType, visibility };
    const money = await lockedMoney(tx, context, locked);
    const changed = [];
    for (const { id, ...amounts } of bookings) {
      const booking = orNotFound(locked.bookings.find((row) => row.id === id));
      if (isHiding) orNotFound(await findShownIn(tx, context, view, id));
      assertThat(mayWith(booking, context).includes('recordPayment'), 'access.denied');
      const body = { ...amounts, method, reference };
      assertThat(aboveDue(booking, body.amount) === 0, 'payment.above_due');
      assertTakable(booking, body);
      const rows = money.rows.filter((row) => row.appointment_id === id);
      changed.push(withMoney(booking, rows, taken(booking, body, money.noted), context));
    }
    writeBookings({ tx, announce }, context, changed);
    return { items: changed.map(({ after }) => present(after, context)) };
  });
}

/** Returns the part of an amount that is above what a booking owes; 0 where it has no due. */
function aboveDue(booking: AppointmentRow, amount: number): number {
  const due = getDue(booking);
  return due === null ? 0 : Math.max(0, amount - due);
}

/** Takes the due of a booking, and the part above it as an advance of its person. */
function takenAbove(
  booking: AppointmentRow,
  body: Taken,
  { above, noted }: { readonly above: number; readonly noted: Noted },
): DecidedMoney {
  const patientId = orNotFound(booking.patient_id);
  const money = { paise: above, method: body.method, reference: body.reference || null };
  const advance = paymentOn({ patient_id: patientId }, money, noted);
  if (body.amount === above)
    return { payments: [advance], action: 'money.advance_taken', detail: { payment: advance.id, ...money } };
  const own = taken(booking, { ...body, amount: body.amount - above }, noted);
  return { ...own, payments: [...own.payments, advance], detail: { ...own.detail, paise: body.amount } };
}

function assertTakable(booking: AppointmentRow, { amount, amountBefore }: Taken): void {
  assertThat(booking.status !== 'cancelled', 'payment.cancelled');
  assertThat(booking.amount_paise === amountBefore, 'payment.changed');
  const { error } = Paise.safeParse((amountBefore ?? 0) + amount);
  if (error) throw new AppError('request.invalid', { fields: { amount: error.issues[0]?.message ?? '' } });
}

function taken({ id }: AppointmentRow, { amount, method, reference }: Taken, noted: Noted): DecidedMoney {
  const money = { paise: amount, method, reference: reference || null };
  const payment = paymentOn({ appointment_id: id }, money, noted);
  return {
    payments: [payment],
    reference,
    action: 'money.taken',
    detail: { payment: payment.id, paise: amount, method: money.method },
  };
}
