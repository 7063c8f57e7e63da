import type { AuditAction } from '@samay/contract/audit/audit-actions';
import type { Appointment } from '@samay/contract/bookings/appointments';
import type { BookingContext } from '../../../context/business-context.ts';
import type { TenantContext } from '../../../context/request-context.ts';
import { assertThat } from '../../../core/app-error.ts';
import { inTenantAnnouncing, type Tx } from '../../../db/tenant.ts';
import { onlyRow, runTogether } from '../../../db/transaction.ts';
import { lockedMoney, type LockedRows, keptColumns, lockingMoney, moneyColumns } from '../rows/change.ts';
import { lockedBooking, lockingBooking } from '../rows/fetch.ts';
import { isFrozen, mayWith } from '../rows/policy.ts';
import { present } from '../rows/present.ts';
import type { AppointmentRow } from '../rows/queries.ts';
import { type BookingMoney, type ChangedBooking, writeBookings } from '../rows/write.ts';
import {
  markLate,
  type NewPayment,
  type PaymentRow,
  type MoneyRulesRow,
  readMoneyRules,
} from '../../ledger/index.ts';

/** A locked booking with its money, and the limits of discounts. */
export interface LockedMoney extends LockedRows {
  readonly tx: Tx;
  readonly booking: AppointmentRow;
  readonly rules: MoneyRulesRow;
}

/** The rows that a verb writes, and the audit entry that names them. */
export interface DecidedMoney extends BookingMoney {
  readonly action: AuditAction;
  /** The paise, the method, and the row with its reason, for the audit entry. */
  readonly detail: object;
  /** The reference that the booking shows from now on. */
  readonly reference?: string | null | undefined;
  /** Adds to the transaction what follows from the changed booking and the new rows, such as a paper. */
  readonly follow?: Follow | undefined;
}

/** Adds to a transaction what follows from a changed booking and its new rows. */
export type Follow = (tx: Tx, after: AppointmentRow, payments: readonly NewPayment[]) => Promise<void>;

/**
 * Changes the money of a booking in one transaction: locks the booking, reads its rows, decides,
 * and writes rows, amount, tallies, audit entry and event with the commit. Nothing is written where
 * `decide` returns null.
 */
export async function changeMoney(
  context: TenantContext,
  id: string,
  decide: (locked: LockedMoney) => DecidedMoney | null | Promise<DecidedMoney | null>,
  locking = lockingMoney,
): Promise<Appointment> {
  return inTenantAnnouncing(context, async (tx, announce) => {
    const locked = await runTogether(tx, context, {
      ...lockingBooking(context, id),
      ...locking(context, [id]),
      rules: readMoneyRules({}),
    });
    const booking = await lockedBooking(tx, context, locked);
    assertThat(mayWith(booking, context).includes('recordPayment'), 'access.denied');
    const money = await lockedMoney(tx, context, locked);
    const decided = await decide({ ...money, tx, booking, rules: onlyRow(locked.rules) });
    if (!decided) return present(booking, context);
    const changed = withMoney(booking, money.rows, decided, context);
    writeBookings({ tx, announce }, context, [changed]);
    await decided.follow?.(tx, changed.after, changed.money?.payments ?? []);
    return present(changed.after, context);
  });
}

/** Returns a locked booking with the rows that are written. */
export function withMoney(
  booking: AppointmentRow,
  rows: readonly PaymentRow[],
  { action, detail, reference, follow: _, ...decided }: DecidedMoney,
  { now }: Pick<BookingContext, 'now'>,
): ChangedBooking {
  const money = { ...decided, payments: markLate(rows, decided.payments, isFrozen(booking)) };
  const values = moneyColumns(booking, rows, money);
  const columns = {
    ...values,
    ...keptColumns(booking, values, now),
    ...(reference && { payment_id: reference }),
    updated_at: now,
  };
  const after = { ...booking, ...(columns as Partial<AppointmentRow>) };
  return {
    before: booking,
    after,
    columns,
    money,
    action,
    detail,
    announced: 'details_corrected',
  };
}
