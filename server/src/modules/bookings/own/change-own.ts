import { randomUUID } from 'node:crypto';
import type { LocalDate, LocalTime } from '@samay/contract/core/time';
import { assertThat, orNotFound } from '../../../core/app-error.ts';
import { run, type Tx } from '../../../db/transaction.ts';
import { moveAppointment, rescheduling } from '../appointments/reschedule.ts';
import {
  assertUnchanged,
  cancelling,
  type Change,
  changeAppointment,
  type LockedRows,
} from '../rows/change.ts';
import type { AppointmentRow } from '../rows/queries.ts';
import { startOf } from '../rows/start-of.ts';
import { isSameTime } from '../rows/walk-in.ts';
import type { OwnBooking, OwnWork } from './find-own.ts';
import { freeDays, readFree } from './free-times.ts';
import { type OwnBusinessRow, readOwnBusiness } from './queries.ts';
import { ruleRefunds } from './refund-rule.ts';
import { isOnTheWay, ownMay, type OwnMay } from './rules.ts';

/** A time on the clock of India. */
export interface OwnTime {
  readonly date: LocalDate;
  readonly time: LocalTime;
}

/** Notes that a person comes to their booking, and after its time again that they are on their way. */
export async function comeOwn(context: OwnWork, { row }: OwnBooking): Promise<void> {
  await changeAppointment(
    context,
    row.id,
    byRules(context, 'come', {
      otherwise: 'appointment.cannot_come',
      action: 'coming',
      announced: 'coming',
      set: (booking) => {
        const isSaid = context.now < startOf(booking) ? booking.confirmed_at !== null : isOnTheWay(booking);
        return isSaid ? null : { confirmed_at: context.now };
      },
    }),
  );
}

/**
 * Cancels a person's own booking, within the rules of the business. Money that was paid online goes back by its
 * rule; the other money stays where it is: the business decides about it.
 * @param before the time that the person saw
 * @throws `booking.changed`
 */
export async function cancelOwn(context: OwnWork, { row }: OwnBooking, before: OwnTime): Promise<void> {
  // Whether there is money is read under the lock: it may have been captured since the page was shown.
  const cancelId = randomUUID();
  const cancel = cancelling(null, undefined, cancelId);
  const change: OwnChange = {
    ...cancel,
    set: (booking) => {
      assertThat(isSameTime(booking, before), 'booking.changed');
      return cancel.set(booking);
    },
    money: (_: AppointmentRow, money: LockedRows) => {
      const refunds = ruleRefunds(money, cancelId);
      return refunds.length === 0 ? null : { payments: [], refunds };
    },
  };
  await changeAppointment(context, row.id, byRules(context, 'cancel', change));
}

/**
 * Moves a person's own booking to a free time of its doctor or court, within the rules of the
 * business. A move to where it is changes nothing.
 * @param before the time that the person saw
 * @throws `slot.taken`, `booking.changed`
 */
export async function moveOwn(
  context: OwnWork,
  { row }: OwnBooking,
  { before, to }: { readonly before: OwnTime; readonly to: OwnTime },
): Promise<void> {
  if (isSameTime(row, to)) return;
  const move = rescheduling(context, to);
  const change: OwnChange = {
    ...move,
    set: (booking) => {
      assertUnchanged(booking, row.updated_at);
      assertThat(isSameTime(booking, before), 'booking.changed');
      return move.set(booking);
    },
  };
  const assertFree = async (tx: Tx, { notice_min: notice }: OwnBusinessRow) => {
    const range = { from: to.date, to: to.date };
    const rows = await run(tx, context, readFree(row, range, context.now));
    const days = freeDays(rows, row, range, { now: context.now, notice });
    assertThat(
      days.some(({ times }) => times.includes(to.time)),
      'slot.taken',
    );
  };
  await moveAppointment(context, row.id, to, byRules(context, 'move', change, assertFree));
}

type OwnChange = Omit<Change, 'may' | 'first'>;

/** Returns a change that the rules of the business, read in its transaction, permit. */
function byRules(
  context: OwnWork,
  verb: keyof OwnMay,
  change: OwnChange,
  assertMore?: (tx: Tx, business: OwnBusinessRow) => Promise<void>,
): Change {
  let business: OwnBusinessRow | undefined;
  return {
    ...change,
    first: async ({ tx }) => {
      business = orNotFound((await run(tx, context, readOwnBusiness({})))[0]);
      await assertMore?.(tx, business);
    },
    may: (booking, { now }) => business !== undefined && ownMay(booking, business, now)[verb],
  };
}
