import type { Appointment } from '@samay/contract/bookings/appointments';
import type { TenantContext } from '../../../context/request-context.ts';
import { assertThat } from '../../../core/app-error.ts';
import { inTenantAnnouncing, type Tx } from '../../../db/tenant.ts';
import { run, runTogether } from '../../../db/transaction.ts';
import { refusingTaken } from '../../availability/index.ts';
import {
  type Change,
  decideChange,
  lockedMoney,
  type LockedRows,
  lockingMoney,
  type MoneyChange,
  occupyingWith,
} from '../appointments/change.ts';
import { lockedBooking, lockingBooking } from '../appointments/fetch.ts';
import { occupy } from '../appointments/occupy.ts';
import { mayUndoCancelOfClosing } from '../appointments/policy.ts';
import { present } from '../appointments/present.ts';
import type { AppointmentRow } from '../appointments/queries.ts';
import { writeBookings } from '../appointments/write.ts';
import { mostPaise } from '@samay/contract/core/money';
import { transferRows } from '../payment-rows/payment-rows.ts';
import type { PaymentRow } from '../payment-rows/queries.ts';
import { lockAdvances, readPair } from './queries.ts';

interface Input {
  readonly params: { id: string };
  /** The closing with which it is undone: it must be the one that cancelled. */
  readonly closingId?: string;
}

const uncancelling: Change = {
  may: 'undoCancel',
  otherwise: 'appointment.cancel_stands',
  action: 'uncancelled',
  announced: 'uncancelled',
  set: () => ({ status: 'scheduled', cancel_reason: null, closing_id: null, cancel_id: null }),
};

function withClosing(closingId: string): Change {
  return {
    ...uncancelling,
    may: mayUndoCancelOfClosing,
    otherwise: 'closing.cancel_stands',
    set: (booking) => {
      assertThat(booking.closing_id === closingId, 'booking.changed');
      return uncancelling.set(booking);
    },
  };
}

/**
 * Takes a cancellation back: the booking is scheduled again at its time, with its arrival, except
 * that of a no-show, which the cancellation had cleared. Money that was kept as an advance returns,
 * except what is spent; a refund stays. The plan's month counts the booking as before.
 * @throws `appointment.cancel_stands`, `closing.cancel_stands`, `booking.changed`, `slot.taken`:
 * never over another booking
 */
export async function undoCancel(
  context: TenantContext,
  { params: { id }, closingId }: Input,
): Promise<Appointment> {
  const change = closingId === undefined ? uncancelling : withClosing(closingId);
  return refusingTaken(context, () =>
    inTenantAnnouncing(context, async (tx, announce) => {
      const locked = await runTogether(tx, context, {
        ...lockingBooking(context, id),
        ...lockingMoney(context, [id]),
      });
      const booking = await lockedBooking(tx, context, locked);
      const money = await lockedMoney(tx, context, locked);
      const changed = decideChange(booking, context, change);
      if (!changed) return present(booking, context);
      const { occupying, people } = await occupy(tx, context, [{ changed, to: 'as it was' }]);
      const moved = movedBy(booking, money);
      const advance = await lockedAdvance(tx, context, moved);
      const withMoney = { ...change, money: () => movedBack(booking, moved, money, advance) };
      const paid = decideChange(booking, context, withMoney, money) ?? changed;
      const [got] = occupying;
      const after = got ? occupyingWith(paid, got) : paid;
      writeBookings({ tx, announce }, context, [after], people);
      return present(after.after, context);
    }),
  );
}

/** Lists the transfers of the booking's cancellation, and those that took money of it back since. */
function movedBy({ cancel_id: cancelId }: AppointmentRow, { rows }: LockedRows): PaymentRow[] {
  if (cancelId === null) return [];
  return rows.filter((row) => row.kind === 'transfer' && row.cancel_id === cancelId);
}

interface Advance {
  readonly patientId: string;
  readonly paise: number;
}

/**
 * Locks the advance to which the money went, after the units as all verbs do. The booking may name
 * another person by now.
 */
async function lockedAdvance(
  tx: Tx,
  context: TenantContext,
  moved: readonly PaymentRow[],
): Promise<Advance | null> {
  const pairId = moved.find(({ paise }) => paise < 0)?.pair_id;
  if (!pairId) return null;
  const [{ patient_id: patientId } = { patient_id: null }] = await run(tx, context, readPair({ id: pairId }));
  if (patientId === null) return null;
  const rows = await run(tx, context, lockAdvances({ patientId }));
  const own = rows.find((row) => row.id === patientId);
  return own ? { patientId, paise: own.advance_paise } : null;
}

/**
 * Returns the rows that bring back what the cancellation moved to the person's advance, less what
 * was taken back of it since. The rest stays an advance where the booking would exceed the most
 * of an amount.
 */
function movedBack(
  { id: appointmentId, amount_paise: amount, cancel_id: cancelId }: AppointmentRow,
  moved: readonly PaymentRow[],
  { noted }: LockedRows,
  advance: Advance | null,
): MoneyChange | null {
  if (!advance) return null;
  const left = moved.reduce((sum, { paise }) => sum - paise, 0);
  const paise = Math.min(left, advance.paise, mostPaise - (amount ?? 0));
  if (paise <= 0) return null;
  const { patientId } = advance;
  return {
    payments: transferRows({ appointmentId, patientId, paise, cancelId }, noted),
    advances: [{ patientId, paise: -paise }],
  };
}
